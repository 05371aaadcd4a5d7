package laurel.api.engine;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;
import laurel.request.EventSource;

/** Result of starting an operation. */
public sealed interface StartedOperation {
    /** The only result: of a query or a mutation, or the errors of a subscription that could not start. */
    @Introspected
    record SingleResult(ExecutedRequest executed) implements StartedOperation {
        public SingleResult(ExecutionResult result) {
            this(ExecutedRequest.of(result));
        }
    }

    /** The source of the events of a subscription. */
    record SourceStream(EventSource source) implements StartedOperation {}
}
