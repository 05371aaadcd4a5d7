package laurel.database;

import org.jspecify.annotations.Nullable;

/**
 * Runs an action when a signal ends the process. During the start the action closes the database. Later it stops the
 * server, which closes the context and with it the database. Micronaut's own shutdown hook also stops the server, but is
 * registered only some time after the start; stopping twice is harmless.
 */
final class ProcessEnd {
    private @Nullable Thread hook;
    private @Nullable Runnable action;

    /** Replaces the action. */
    synchronized void setAction(Runnable action) {
        this.action = action;
        if (hook == null) {
            hook = new Thread(this::run, "laurel-end");
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    synchronized void clear() {
        action = null;
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // The process is ending. The hook finds no action.
        }
    }

    /** Not under the lock, because the action may call {@link #clear}. */
    private void run() {
        Runnable chosen;
        synchronized (this) {
            chosen = action;
        }
        if (chosen != null) {
            chosen.run();
        }
    }
}
