package laurel.api.engine;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;

/**
 * Result of a request.
 *
 * @param immutable whether the same request always has the same result
 * @param large     whether the result needs much memory
 * @param onRelease releases the permit of a large result
 */
@Introspected
public record ExecutedRequest(ExecutionResult result, boolean immutable, boolean large, Runnable onRelease) {
    /** A small result that may change. */
    public static ExecutedRequest of(ExecutionResult result) {
        return new ExecutedRequest(result, false, false, () -> {});
    }

    /** Must be called when the result is no longer in memory. Returns the result for callers that do not keep it. */
    public ExecutionResult release() {
        onRelease.run();
        return result;
    }
}
