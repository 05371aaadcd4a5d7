package laurel.api.engine;

import graphql.ExecutionResult;
import io.micronaut.core.annotation.Introspected;
import java.util.Set;
import laurel.request.access.Identity.Player;

/**
 * Result of a request.
 *
 * @param immutable whether the same request always has the same result
 * @param large     whether the result needs much memory
 * @param owners    the players whose own result differs; see {@link laurel.graphql.RequestContext#owners}
 * @param onRelease releases the permit of a large result
 */
@Introspected
public record ExecutedRequest(
        ExecutionResult result, boolean immutable, boolean large, Set<Player> owners, Runnable onRelease) {
    /** A small result that may change. */
    public static ExecutedRequest of(ExecutionResult result) {
        return new ExecutedRequest(result, false, false, Set.of(), () -> {});
    }

    /** Must be called when the result is no longer in memory. Returns the result for callers that do not keep it. */
    public ExecutionResult release() {
        onRelease.run();
        return result;
    }
}
