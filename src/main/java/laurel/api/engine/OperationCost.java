package laurel.api.engine;

import graphql.ExecutionResult;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import laurel.api.rate.Budget;
import org.jspecify.annotations.Nullable;

/**
 * Cost of an operation, which is charged to the budget of its caller.
 *
 * @param requested number of fields that the response may contain, as {@link CostEstimate} counts them
 * @param budget    what remained after it was charged; null if the caller has no limit
 */
record OperationCost(long requested, Budget.@Nullable State budget) {
    private static final String EXTENSION = "cost";

    /**
     * Returns the result with the cost in its extensions.
     *
     * @param shared whether other callers may receive the same response, so that it must not contain the budget
     */
    ExecutionResult addTo(ExecutionResult result, boolean shared) {
        Map<String, Object> cost = new LinkedHashMap<>();
        cost.put("requested", requested);
        if (budget != null && !shared) {
            cost.put("remaining", budget.remaining());
            cost.put("resetAt", budget.resetAt().truncatedTo(ChronoUnit.MILLIS).toString());
        }
        return result.transform(builder -> builder.addExtension(EXTENSION, cost));
    }
}
