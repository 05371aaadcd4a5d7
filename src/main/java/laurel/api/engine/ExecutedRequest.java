package laurel.api.engine;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;

/**
 * What came of a request.
 *
 * @param immutable whether the same request has the same result for ever
 * @param large whether it takes much of the memory
 * @param over to be run once it is not needed any more, which lets the next large one in
 */
@Introspected
public record ExecutedRequest(ExecutionResult result, boolean immutable, boolean large, Runnable over) {
    /** A result that another moment may change. */
    public static ExecutedRequest now(ExecutionResult result) {
        return new ExecutedRequest(result, false, false, () -> {});
    }

    /** The result, for those who do not keep it. */
    public ExecutionResult release() {
        over.run();
        return result;
    }
}
