package laurel.database;

import org.jspecify.annotations.Nullable;

/**
 * What happens when the process is told to end: during the start the database is closed, later the server is stopped,
 * which closes the context and with it the database. Micronaut's own hook does the latter as well, but is not there yet
 * while the context starts nor in the moment after the server says that it runs; stopping twice is harmless.
 */
final class ProcessEnd {
    private @Nullable Thread hook;
    private @Nullable Runnable action;

    /** Replaces what was to happen before. */
    synchronized void runs(Runnable action) {
        this.action = action;
        if (hook == null) {
            hook = new Thread(this::run, "laurel-end");
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    synchronized void forget() {
        action = null;
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // The process is ending; the hook finds nothing left to do.
        }
    }

    /** Not under the lock: the action may lead to {@link #forget}. */
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
