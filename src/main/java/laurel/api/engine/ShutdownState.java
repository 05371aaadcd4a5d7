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
    private static final String MESSAGE = "The service is stopping";

    private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;
    private volatile boolean refusesNewOperations;
    private volatile boolean refusesAll;

    /** Marks the service as not ready. It still serves requests. */
    public void begin() {
        begun = true;
    }

    /** Refuses new operations on open connections from now on. */
    public void refuseNewOperations() {
        refusesNewOperations = true;
    }

    /** Refuses all operations from now on, and stops running ones. */
    public void refuseAll() {
        refusesAll = true;
        running.forEach(Deadline::stop);
    }

    /** Whether the service is stopping. */
    public boolean hasBegun() {
        return begun;
    }

    public boolean refusesNewOperations() {
        return refusesNewOperations;
    }

    boolean refusesAll() {
        return refusesAll;
    }

    void add(Deadline execution) {
        running.add(execution);
        if (refusesAll) {
            execution.stop();
        }
    }

    void remove(Deadline execution) {
        running.remove(execution);
    }

    /** Explains failures during the shutdown, when dependencies of a request may be closed already. */
    @Override
    public Optional<RequestException> explain(Throwable failure) {
        boolean late = refusesAll || (begun && failure instanceof RejectedExecutionException);
        return late ? Optional.of(refused()) : Optional.empty();
    }

    /** The error of a request that arrives too late. */
    public static RequestException refused() {
        return new RequestException(RequestErrorCode.UNAVAILABLE, MESSAGE + "; try again.");
    }

    /** The error of a request that was stopped. */
    static RequestException stopped() {
        return new RequestException(
                RequestErrorCode.UNAVAILABLE,
                MESSAGE + "; try again. A mutation may or may not have been carried out.");
    }
}
