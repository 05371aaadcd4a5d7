package laurel.api.engine;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;
import laurel.request.EventSource;

/** What a request for a stream came to. */
public sealed interface StartedOperation {
    /** One answer and no more: of a query or a mutation, or why there is nothing to follow. */
    @Introspected
    record Answer(ExecutedRequest executed) implements StartedOperation {
        public Answer(ExecutionResult result) {
            this(ExecutedRequest.now(result));
        }
    }

    /** A subscription. */
    record Stream(EventSource source) implements StartedOperation {}
}
