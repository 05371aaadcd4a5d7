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
import laurel.graphql.AnswerBudget;
import laurel.request.Emission;

/**
 * Why fields of an emission have no value. Where such a field may not be null, graphql-java drops the reason from a
 * subscription's event and reports the null alone, as if its fetcher had returned one; where none of those above it may
 * be null either, it ends the event with an exception.
 */
public final class SubscriptionEventErrors {
    private final Map<List<Object>, CodedError> byPath = new ConcurrentHashMap<>();

    /** Notes why the field at an error's path has no value. */
    static void note(GraphQLContext context, CodedError error) {
        if (!context.hasKey(Emission.class) || error.path() == null) {
            return;
        }
        SubscriptionEventErrors noted =
                context.computeIfAbsent(SubscriptionEventErrors.class, key -> new SubscriptionEventErrors());
        if (noted.byPath.size() < AnswerBudget.MOST_ERRORS) {
            noted.byPath.put(error.path(), error);
        }
    }

    /** These errors, the reason in place of each null that has one. */
    public static List<GraphQLError> explained(GraphQLContext context, List<GraphQLError> errors) {
        SubscriptionEventErrors noted = context.get(SubscriptionEventErrors.class);
        return noted == null
                ? errors
                : errors.stream().map(noted::explained).distinct().toList();
    }

    /** An emission, or why it has no value. */
    public static ExecutionResult emission(GraphQLContext context, Supplier<ExecutionResult> execution) {
        try {
            return execution.get();
        } catch (RuntimeException e) {
            SubscriptionEventErrors noted = context.get(SubscriptionEventErrors.class);
            if (noted == null || !(Failures.unwrap(e) instanceof NonNullableFieldWasNullException)) {
                throw e;
            }
            return ExecutionResult.newExecutionResult()
                    .data(null)
                    .errors(List.copyOf(noted.byPath.values()))
                    .build();
        }
    }

    private GraphQLError explained(GraphQLError error) {
        CodedError reason = error instanceof NonNullableFieldWasNullError && error.getPath() != null
                ? byPath.get(error.getPath())
                : null;
        return reason == null ? error : reason;
    }
}
