package laurel.api;

import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import laurel.graphql.ErrorCode;
import laurel.graphql.RequestException;

/** Whether the service is stopping, and what still runs meanwhile. */
@Singleton
final class Stopping {
    private static final String MESSAGE = "The service is stopping; try again";

    private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;
    private volatile boolean finishing;
    private volatile boolean over;

    /** From now on the service is not ready, and goes on answering. */
    void begin() {
        begun = true;
    }

    /** From now on connections that stay begin nothing new. */
    void finish() {
        finishing = true;
    }

    /** From now on nothing is answered any more, and what runs is stopped. */
    void end() {
        over = true;
        running.forEach(Deadline::stop);
    }

    /** Whether it is stopping at all. */
    boolean begun() {
        return begun;
    }

    /** Whether connections that stay begin nothing new. */
    boolean finishing() {
        return finishing;
    }

    /** Whether requests are refused. */
    boolean over() {
        return over;
    }

    /** An execution begins. */
    void enter(Deadline execution) {
        running.add(execution);
        if (over) {
            execution.stop();
        }
    }

    /** It has ended. */
    void leave(Deadline execution) {
        running.remove(execution);
    }

    /** What requests are told that come too late, or take too long. */
    static RequestException refusal() {
        return new RequestException(ErrorCode.UNAVAILABLE, MESSAGE);
    }

    /** The same for one that was under way. */
    static RequestException stopped() {
        return new RequestException(
                ErrorCode.UNAVAILABLE, MESSAGE + "; a mutation may or may not have been carried out");
    }
}
