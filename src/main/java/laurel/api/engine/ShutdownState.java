package laurel.api.engine;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import laurel.graphql.FailureRule;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** How far the service has stopped, and the executions that still run. */
@Singleton
public final class ShutdownState implements FailureRule {
    private static final String MESSAGE = "The service is stopping; try again";

    private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;
    private volatile boolean finishing;
    private volatile boolean over;

    /** From now on the service is not ready; it still answers. */
    public void begin() {
        begun = true;
    }

    /** From now on open connections cannot start new operations. */
    public void finish() {
        finishing = true;
    }

    /** From now on all operations are refused, and running ones are stopped. */
    public void end() {
        over = true;
        running.forEach(Deadline::stop);
    }

    /** Whether the service is stopping. */
    public boolean begun() {
        return begun;
    }

    /** Whether open connections cannot start new operations. */
    public boolean finishing() {
        return finishing;
    }

    /** Whether all operations are refused. */
    boolean over() {
        return over;
    }

    /** Adds an execution that begins. */
    void enter(Deadline execution) {
        running.add(execution);
        if (over) {
            execution.stop();
        }
    }

    /** Removes an execution that has ended. */
    void leave(Deadline execution) {
        running.remove(execution);
    }

    /** While the service stops: parts that a request needs may be closed. */
    @Override
    public Optional<RequestException> explain(Throwable failure) {
        boolean late = over || (begun && failure instanceof RejectedExecutionException);
        return late ? Optional.of(refusal()) : Optional.empty();
    }

    /** The error of a request that comes too late. */
    public static RequestException refusal() {
        return new RequestException(RequestErrorCode.UNAVAILABLE, MESSAGE);
    }

    /** The error of a request that takes too long. */
    static RequestException stopped() {
        return new RequestException(
                RequestErrorCode.UNAVAILABLE, MESSAGE + "; a mutation may or may not have been carried out");
    }
}
