package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecuteOperationParameters;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.normalized.ExecutableNormalizedOperationFactory;
import graphql.normalized.ExecutableNormalizedOperationFactory.Options;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.api.error.CodedError;
import laurel.request.Emission;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Counts depth and fields on the operation as it will run: fragments spread, skipped fields gone, equal fields merged.
 * graphql-java's own depth and complexity rules walk a fragment once however often it is used.
 */
@Singleton
final class OperationLimits extends SimplePerformantInstrumentation {
    private final RequestLimits limits;

    OperationLimits(RequestLimits limits) {
        this.limits = limits;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginExecuteOperation(
            InstrumentationExecuteOperationParameters parameters, InstrumentationState state) {
        // What a subscription selects was counted when it began.
        if (!parameters.getExecutionContext().getGraphQLContext().hasKey(Emission.class)) {
            check(parameters.getExecutionContext());
        }
        return super.beginExecuteOperation(parameters, state);
    }

    private void check(ExecutionContext context) {
        Options options = Options.defaultOptions()
                .maxChildrenDepth(limits.queryDepth())
                .maxFieldsCount(limits.queryFields())
                .locale(context.getLocale())
                .graphQLContext(context.getGraphQLContext());
        try {
            var operation = ExecutableNormalizedOperationFactory.createExecutableNormalizedOperation(
                    context.getGraphQLSchema(),
                    context.getOperationDefinition(),
                    context.getFragmentsByName(),
                    context.getCoercedVariables(),
                    options);
            // Whoever asks afterwards what was asked for need not work it out again.
            context.getGraphQLContext().put(ExecutableNormalizedOperation.class, operation);
        } catch (AbortExecutionException e) {
            throw new AbortExecutionException(List.of(new CodedError(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    String.valueOf(e.getMessage()).contains("depth")
                            ? "The operation nests its fields more than " + limits.queryDepth()
                                    + " deep, the limit laurel.limits.query-depth"
                            : "The operation has more than " + limits.queryFields()
                                    + " fields with its fragments spread, the limit laurel.limits.query-fields")));
        }
    }
}
