package laurel.api;

import graphql.ExecutionResult;

/**
 * What came of a request.
 *
 * @param immutable whether the same request has the same result for ever
 */
record Executed(ExecutionResult result, boolean immutable) {
    /** A result that another moment may change. */
    static Executed now(ExecutionResult result) {
        return new Executed(result, false);
    }
}
