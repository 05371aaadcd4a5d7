package laurel.api.operation;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;
import laurel.api.engine.ExecutedRequest;
import laurel.request.EventSource;

/** What a request for a stream came to. */
public sealed interface OpenedStream {
    /** One answer and no more: of a query or a mutation, or why there is nothing to follow. */
    @Introspected
    record Answer(ExecutedRequest executed) implements OpenedStream {
        public Answer(ExecutionResult result) {
            this(ExecutedRequest.now(result));
        }
    }

    /** A subscription. */
    record Stream(EventSource source) implements OpenedStream {}
}
