package laurel.api.engine;

import graphql.execution.AsyncExecutionStrategy;
import graphql.execution.AsyncSerialExecutionStrategy;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.ExecutionContext;
import graphql.execution.ExecutionStrategyParameters;
import graphql.execution.FieldValueInfo;
import graphql.execution.SubscriptionExecutionStrategy;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLScalarType;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** graphql-java's three strategies, each kept within the {@link AnswerBounds} of an answer. */
final class ExecutionStrategies {
    private ExecutionStrategies() {}

    /** For queries. */
    static final class Query extends AsyncExecutionStrategy {
        Query(DataFetcherExceptionHandler failures) {
            super(failures);
        }

        @Override
        protected @Nullable Object fetchField(ExecutionContext context, ExecutionStrategyParameters parameters) {
            AnswerBounds.field(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return AnswerBounds.nullMayBeTold(context, parameters)
                    ? super.completeValue(context, parameters)
                    : AnswerBounds.untold(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return AnswerBounds.charged(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return AnswerBounds.charged(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (AnswerBounds.stopped(e)) {
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
            AnswerBounds.field(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return AnswerBounds.nullMayBeTold(context, parameters)
                    ? super.completeValue(context, parameters)
                    : AnswerBounds.untold(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return AnswerBounds.charged(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return AnswerBounds.charged(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (AnswerBounds.stopped(e)) {
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
        protected @Nullable Object fetchField(ExecutionContext context, ExecutionStrategyParameters parameters) {
            AnswerBounds.field(context, parameters);
            return super.fetchField(context, parameters);
        }

        @Override
        protected FieldValueInfo completeValue(ExecutionContext context, ExecutionStrategyParameters parameters) {
            return AnswerBounds.nullMayBeTold(context, parameters)
                    ? super.completeValue(context, parameters)
                    : AnswerBounds.untold(parameters);
        }

        @Override
        protected @Nullable Object completeValueForScalar(
                ExecutionContext context,
                ExecutionStrategyParameters parameters,
                GraphQLScalarType type,
                Object value) {
            return AnswerBounds.charged(context, super.completeValueForScalar(context, parameters, type, value));
        }

        @Override
        protected @Nullable Object completeValueForEnum(
                ExecutionContext context, ExecutionStrategyParameters parameters, GraphQLEnumType type, Object value) {
            return AnswerBounds.charged(context, super.completeValueForEnum(context, parameters, type, value));
        }

        @Override
        protected <T> void handleValueException(CompletableFuture<T> result, Throwable e, ExecutionContext context) {
            if (AnswerBounds.stopped(e)) {
                result.complete(null);
            } else {
                super.handleValueException(result, e, context);
            }
        }
    }
}
