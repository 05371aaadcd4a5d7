package laurel.api;

import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import laurel.graphql.FailureRule;
import laurel.graphql.RequestException;

/** Failures while the service stops: parts that a request needs may be closed. */
@Singleton
final class StopFailures implements FailureRule {
    private final Stopping stopping;

    StopFailures(Stopping stopping) {
        this.stopping = stopping;
    }

    @Override
    public Optional<RequestException> explain(Throwable failure) {
        boolean late = stopping.over() || (stopping.begun() && failure instanceof RejectedExecutionException);
        return late ? Optional.of(Stopping.refusal()) : Optional.empty();
    }
}
