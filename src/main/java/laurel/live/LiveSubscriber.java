package laurel.live;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** A subscription to a ranking. */
final class LiveSubscriber {
    private final Interest interest;
    private final boolean readsPrivate;
    private final EventListener listener;
    private final Runnable ready;
    private volatile @Nullable LiveCursor after;
    private volatile CompletableFuture<?> sending = CompletableFuture.completedFuture(null);
    private volatile long sentAt;
    private volatile boolean current;
    private boolean skipped;
    private volatile boolean closed;

    /**
     * @param after        where it resumes; null if it starts
     * @param readsPrivate whether it may read private leaderboards
     * @param ready        is called when it can receive more, after it was skipped
     */
    LiveSubscriber(
            Interest interest,
            @Nullable LiveCursor after,
            boolean readsPrivate,
            EventListener listener,
            Runnable ready) {
        this.interest = interest;
        this.readsPrivate = readsPrivate;
        this.after = after;
        this.listener = listener;
        this.ready = ready;
    }

    Interest interest() {
        return interest;
    }

    boolean readsPrivate() {
        return readsPrivate;
    }

    /** The position of its last event; null before the first. */
    @Nullable
    LiveCursor after() {
        return after;
    }

    /** The position of its last event. */
    LiveCursor base() {
        return Objects.requireNonNull(after);
    }

    /** Whether it knows the last evaluated state, so that it receives the difference from there. */
    boolean current() {
        return current;
    }

    /** Whether its last event is still being sent. */
    boolean isBusy() {
        return !sending.isDone();
    }

    /** When its last event was sent, as {@link System#nanoTime}. */
    long sentAt() {
        return sentAt;
    }

    /** Sends an emission, or nothing if null; from here on it receives the difference from this state. */
    void emit(@Nullable Emission emission, LiveCursor state) {
        current = true;
        skipped = false;
        if (emission != null && !closed) {
            sentAt = System.nanoTime();
            sending = listener.next(emission).toCompletableFuture();
            after = state;
        }
    }

    /**
     * Skips a busy subscription. Once it is ready, it receives all changes since its last event as one.
     *
     * @param unknown whether these will not be known then, so that it receives a snapshot
     */
    void skip(boolean unknown) {
        current = false;
        after = unknown ? null : after;
        if (!skipped) {
            skipped = true;
            sending.whenComplete((sent, failure) -> ready.run());
        }
    }

    /** Ends it: completed if there is nothing to follow any more, failed with a reason. */
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
