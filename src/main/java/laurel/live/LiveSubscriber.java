package laurel.live;

import java.util.concurrent.CompletableFuture;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** One who follows a ranking. */
final class LiveSubscriber {
    private final Interest wanted;
    private final EventListener listener;
    private final Runnable ready;
    private volatile @Nullable LiveCursor after;
    private volatile CompletableFuture<?> leaving = CompletableFuture.completedFuture(null);
    private volatile boolean joined;
    private boolean passedOver;
    private volatile boolean closed;

    /**
     * @param after what it was told last, before it was away; null where it begins
     * @param ready what to call when it can be told more, having been passed over
     */
    LiveSubscriber(Interest wanted, @Nullable LiveCursor after, EventListener listener, Runnable ready) {
        this.wanted = wanted;
        this.after = after;
        this.listener = listener;
        this.ready = ready;
    }

    Interest wanted() {
        return wanted;
    }

    /** What it was told last; null where nothing. */
    @Nullable
    LiveCursor after() {
        return after;
    }

    /** Whether it has been told, or knows, the state from which on it is told what changes. */
    boolean joined() {
        return joined;
    }

    /** Whether it waits to be told something. */
    boolean isNew() {
        return !joined && !closed && !isBusy();
    }

    /** Whether what it was told last has not left yet. */
    boolean isBusy() {
        return !leaving.isDone();
    }

    /** From this state on it is told what changes; where nothing is to be told, it knows that state. */
    void tell(@Nullable Emission emission, LiveCursor state) {
        joined = true;
        passedOver = false;
        if (emission != null && !closed) {
            leaving = listener.next(emission).toCompletableFuture();
            after = state;
        }
    }

    /** It is busy: once it is not, it is told what has changed since what it was told last, all in one. */
    void passOver() {
        joined = false;
        if (!passedOver) {
            passedOver = true;
            leaving.whenComplete((left, failure) -> ready.run());
        }
    }

    /** Ends it, because there is nothing to follow any more, or for a reason. */
    void end(@Nullable RequestException reason) {
        if (closed) {
            return;
        }
        closed = true;
        if (reason == null) {
            listener.complete();
        } else {
            listener.failed(reason);
        }
    }

    void close() {
        closed = true;
    }
}
