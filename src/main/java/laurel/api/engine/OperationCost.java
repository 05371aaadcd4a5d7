package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.normalized.ExecutableNormalizedOperation;
import java.util.Map;

/**
 * Cost of an operation, measured as for the limit {@code laurel.limits.query-fields}.
 *
 * @param requested number of fields after fragment expansion and merging of equal fields
 */
record OperationCost(int requested) {
    private static final String EXTENSION = "cost";

    static OperationCost of(ExecutableNormalizedOperation operation) {
        return new OperationCost(operation.getOperationFieldCount());
    }

    /** Returns the result with the cost in its extensions. */
    ExecutionResult addTo(ExecutionResult result) {
        return result.transform(builder -> builder.addExtension(EXTENSION, Map.of("requested", requested)));
    }
}
