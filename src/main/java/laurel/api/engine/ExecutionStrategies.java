package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.execution.AbortExecutionException;
import graphql.execution.AsyncExecutionStrategy;
import graphql.execution.AsyncSerialExecutionStrategy;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.ExecutionContext;
import graphql.execution.ExecutionStepInfo;
import graphql.execution.ExecutionStrategyParameters;
import graphql.execution.FieldValueInfo;
import graphql.execution.FieldValueInfo.CompleteValueType;
import graphql.execution.NonNullableFieldWasNullException;
import graphql.execution.SubscriptionExecutionStrategy;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLTypeUtil;
import java.util.concurrent.CompletableFuture;
import laurel.api.error.Failures;
import laurel.graphql.ResponseBudget;
import org.jspecify.annotations.Nullable;

/**
 * graphql-java's three execution strategies, which charge each field and value to the {@link ResponseBudget} of the response.
 *
 * <p>They also limit the number of errors, because graphql-java copies all errors for each added one. An execution that is
 * stopped reports one error, not one for each missing value.
 */
final class ExecutionStrategies {
    private ExecutionStrategies() {}

    /** Runs before a field is fetched. */
    private static void chargeField(ExecutionContext context, ExecutionStrategyParameters parameters) {
        if (context.getResultNodesInfo().isMaxResultNodesExceeded()) {
            // All further values would be null, with an error for each non-null field.
            budget(context).stop();
        } else {
            budget(context).field(parameters.getField().getResultKey());
        }
    }

    /** Charges the value of a leaf, and returns it. */
    private static @Nullable Object charge(ExecutionContext context, @Nullable Object json) {
        if (json != null && !(json instanceof CompletableFuture<?>)) {
            budget(context).value(json);
        }
        return json;
    }

    /**
     * Charges what surrounds a value. Returns whether the value is valid, or its error may be added to the response.
     */
    private static boolean canReportNull(ExecutionContext context, ExecutionStrategyParameters parameters) {
        if (parameters.getSource() == null) {
            budget(context).absent();
            return !parameters.getExecutionStepInfo().isNonNullType()
                    || budget(context).fault();
        }
        budget(context)
                .structure(
                        GraphQLTypeUtil.isLeaf(parameters.getExecutionStepInfo().getUnwrappedNonNullType()));
        return true;
    }

    /** A null for a non-null field, without an error. */
    private static FieldValueInfo nullWithoutError(ExecutionStrategyParameters parameters) {
        ExecutionStepInfo step = parameters.getExecutionStepInfo();
        return new FieldValueInfo(
                CompleteValueType.NULL,
                CompletableFuture.failedFuture(new NonNullableFieldWasNullException(step, parameters.getPath())));
    }

    /** Whether a value is missing because the execution was stopped, which is reported once for the response. */
    static boolean isAborted(Throwable e) {
        return Failures.unwrap(e) instanceof AbortExecutionException;
    }

    private static ResponseBudget budget(ExecutionContext context) {
        return context.getGraphQLContext().<ResponseBudget>get(ResponseBudget.class);
    }

    /** For queries. */
    static final class Query extends AsyncExecutionStrategy {
        Query(DataFetcherExceptionHandler failures) {
            super(failures);
        }

        @Override
        protected @Nullable Object fetchField(ExecutionContext context, ExecutionStrategyParameters parameters) {
            chargeField(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return canReportNull(context, parameters)
                    ? super.completeValue(context, parameters)
                    : nullWithoutError(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return charge(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return charge(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (isAborted(e)) {
                result.complete(null);
            } else {
                super.handleValueException(result, e, context);
            }
        }
    }

    /** For mutations, one field after the other. */
    static final class Mutation extends AsyncSerialExecutionStrategy {
        Mutation(DataFetcherExceptionHandler failures) {
            super(failures);
        }

        @Override
        protected @Nullable Object fetchField(ExecutionContext context, ExecutionStrategyParameters parameters) {
            chargeField(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return canReportNull(context, parameters)
                    ? super.completeValue(context, parameters)
                    : nullWithoutError(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return charge(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return charge(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (isAborted(e)) {
                result.complete(null);
            } else {
                super.handleValueException(result, e, context);
            }
        }
    }

    /** For subscriptions. */
    static final class Subscription extends SubscriptionExecutionStrategy {
        Subscription(DataFetcherExceptionHandler failures) {
            super(failures);
        }

        @Override
        public CompletableFuture<ExecutionResult> execute(
                ExecutionContext context, ExecutionStrategyParameters parameters) {
            EventBatch batch = context.getGraphQLContext().get(EventBatch.class);
            return batch == null
                    ? super.execute(context, parameters)
                    : batch.execute(context, parameters, this::completeField);
        }

        @Override
        protected @Nullable Object fetchField(ExecutionContext context, ExecutionStrategyParameters parameters) {
            chargeField(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return canReportNull(context, parameters)
                    ? super.completeValue(context, parameters)
                    : nullWithoutError(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return charge(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return charge(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (isAborted(e)) {
                result.complete(null);
            } else {
                super.handleValueException(result, e, context);
            }
        }
    }
}
