package laurel.api.engine;

import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.ExecutionStepInfo;
import graphql.execution.ExecutionStrategyParameters;
import graphql.execution.FieldValueInfo;
import graphql.execution.FieldValueInfo.CompleteValueType;
import graphql.execution.NonNullableFieldWasNullException;
import java.util.concurrent.CompletableFuture;
import laurel.api.error.Failures;
import laurel.graphql.AnswerBudget;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the making of an answer within its budget. graphql-java copies all errors for each that is added, so they are
 * few: of those that are all the same, such as one for each value of an execution that is stopped, none is added.
 */
public final class AnswerBounds {
    private AnswerBounds() {}

    /** Before a field is fetched. */
    static void field(ExecutionContext context, ExecutionStrategyParameters parameters) {
        if (context.getResultNodesInfo().isMaxResultNodesExceeded()) {
            // All that follows would be null, with an error wherever it must not be.
            budget(context).stop();
        } else {
            budget(context).field(parameters.getField().getResultKey());
        }
    }

    /** The value of a leaf, once it is paid for. */
    static @Nullable Object charged(ExecutionContext context, @Nullable Object json) {
        if (json != null && !(json instanceof CompletableFuture<?>)) {
            budget(context).value(json);
        }
        return json;
    }

    /** Whether there is room for the error that a value is null which must not be; true where it may be null, or is not. */
    static boolean nullMayBeTold(ExecutionContext context, ExecutionStrategyParameters parameters) {
        return parameters.getSource() != null
                || !parameters.getExecutionStepInfo().isNonNullType()
                || budget(context).fault();
    }

    /** A null that must not be, without an error. */
    static FieldValueInfo untold(ExecutionStrategyParameters parameters) {
        ExecutionStepInfo step = parameters.getExecutionStepInfo();
        return new FieldValueInfo(
                CompleteValueType.NULL,
                CompletableFuture.failedFuture(new NonNullableFieldWasNullException(step, parameters.getPath())));
    }

    /** Whether a value is missing because the execution was stopped, which the answer says as a whole. */
    public static boolean stopped(Throwable e) {
        return Failures.unwrap(e) instanceof AbortExecutionException;
    }

    private static AnswerBudget budget(ExecutionContext context) {
        return context.getGraphQLContext().<AnswerBudget>get(AnswerBudget.class);
    }
}
