package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.normalized.ExecutableNormalizedOperation;
import java.util.Map;

/**
 * What an operation costs, by the measure of {@code laurel.limits.query-fields}: {@link OperationLimits} has counted it.
 *
 * @param requested fields, fragments spread and equal fields merged
 */
record OperationCost(int requested) {
    private static final String EXTENSION = "cost";

    static OperationCost of(ExecutableNormalizedOperation operation) {
        return new OperationCost(operation.getOperationFieldCount());
    }

    /** The result with this in its extensions. */
    ExecutionResult added(ExecutionResult result) {
        return result.transform(builder -> builder.addExtension(EXTENSION, Map.of("requested", requested)));
    }
}
