package laurel.api;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;
import laurel.graphql.EventSource;

/** What a request for a stream came to. */
sealed interface Opened {
    /** One answer and no more: of a query or a mutation, or why there is nothing to follow. */
    @Introspected
    record Answer(Executed executed) implements Opened {
        Answer(ExecutionResult result) {
            this(Executed.now(result));
        }
    }

    /** A subscription. */
    record Stream(EventSource source) implements Opened {}
}
