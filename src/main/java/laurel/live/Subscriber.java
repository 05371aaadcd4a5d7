package laurel.live;

import laurel.graphql.Emission;
import laurel.graphql.EventListener;
import laurel.graphql.RequestException;
import org.jspecify.annotations.Nullable;

/** One who follows a ranking. */
final class Subscriber {
    private final Wanted wanted;
    private final @Nullable LiveCursor after;
    private final EventListener listener;
    private volatile boolean joined;
    private volatile boolean closed;

    /** @param after what it was told last, before it was away; null where it begins */
    Subscriber(Wanted wanted, @Nullable LiveCursor after, EventListener listener) {
        this.wanted = wanted;
        this.after = after;
        this.listener = listener;
    }

    Wanted wanted() {
        return wanted;
    }

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
        return !joined && !closed;
    }

    /** From the state now told on it is told what changes; where nothing is to be told, it knows that state. */
    void tell(@Nullable Emission emission) {
        joined = true;
        if (emission != null && !closed) {
            listener.next(emission);
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
