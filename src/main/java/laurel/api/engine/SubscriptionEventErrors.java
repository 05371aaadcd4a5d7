package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.GraphQLError;
import graphql.execution.NonNullableFieldWasNullError;
import graphql.execution.NonNullableFieldWasNullException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.graphql.ResponseBudget;
import laurel.request.Emission;

/**
 * Errors of fields in an event of a subscription. If a non-null field fails, graphql-java drops its error from the event and
 * reports only the null. If all fields above it are non-null too, it throws an exception instead of returning a result.
 */
final class SubscriptionEventErrors {
    private final Map<List<Object>, CodedError> byPath = new ConcurrentHashMap<>();

    /** Records the error of a field. */
    static void add(GraphQLContext context, CodedError error) {
        if (!context.hasKey(Emission.class) || error.path() == null) {
            return;
        }
        SubscriptionEventErrors recorded =
                context.computeIfAbsent(SubscriptionEventErrors.class, key -> new SubscriptionEventErrors());
        if (recorded.byPath.size() < ResponseBudget.MAX_ERRORS) {
            recorded.byPath.put(error.path(), error);
        }
    }

    /** Replaces each error about a null by the recorded error of its field. */
    static List<GraphQLError> replaceNullErrors(GraphQLContext context, List<GraphQLError> errors) {
        SubscriptionEventErrors recorded = context.get(SubscriptionEventErrors.class);
        return recorded == null
                ? errors
                : errors.stream().map(recorded::replaceNullError).distinct().toList();
    }

    /** Executes an event. Returns the recorded errors if graphql-java throws because of a null. */
    static ExecutionResult execute(GraphQLContext context, Supplier<ExecutionResult> execution) {
        try {
            return execution.get();
        } catch (RuntimeException e) {
            SubscriptionEventErrors recorded = context.get(SubscriptionEventErrors.class);
            if (recorded == null || !(Failures.unwrap(e) instanceof NonNullableFieldWasNullException)) {
                throw e;
            }
            return ExecutionResult.newExecutionResult()
                    .data(null)
                    .errors(List.copyOf(recorded.byPath.values()))
                    .build();
        }
    }

    private GraphQLError replaceNullError(GraphQLError error) {
        CodedError reason = error instanceof NonNullableFieldWasNullError && error.getPath() != null
                ? byPath.get(error.getPath())
                : null;
        return reason == null ? error : reason;
    }
}
