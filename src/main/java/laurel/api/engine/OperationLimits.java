package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.GraphQLContext;
import graphql.execution.AbortExecutionException;
import graphql.execution.ExecutionContext;
import graphql.execution.instrumentation.InstrumentationContext;
import graphql.execution.instrumentation.InstrumentationState;
import graphql.execution.instrumentation.SimplePerformantInstrumentation;
import graphql.execution.instrumentation.parameters.InstrumentationExecuteOperationParameters;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.normalized.ExecutableNormalizedOperationFactory;
import graphql.normalized.ExecutableNormalizedOperationFactory.Options;
import graphql.schema.GraphQLSchema;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.api.error.CodedError;
import laurel.api.error.RateLimitedException;
import laurel.api.rate.Budget;
import laurel.graphql.RequestContext;
import laurel.request.Emission;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Checks an operation as it will be executed, before anything is: its depth, the number of its fields, the access to each,
 * and its cost, which it charges to the budget of the caller. That is after fragment expansion, without skipped fields, and
 * with equal fields merged. graphql-java's own rules count a fragment once, even if it is used many times.
 */
@Singleton
final class OperationLimits extends SimplePerformantInstrumentation {
    private final RequestLimits limits;
    private final FieldAccess access;
    private final CostEstimate costs;
    private final Introspection introspection;

    OperationLimits(RequestLimits limits, GraphQLSchema schema, CostEstimate costs, Introspection introspection) {
        this.limits = limits;
        this.access = new FieldAccess(schema);
        this.costs = costs;
        this.introspection = introspection;
    }

    @Override
    public @Nullable InstrumentationContext<ExecutionResult> beginExecuteOperation(
            InstrumentationExecuteOperationParameters parameters, InstrumentationState state) {
        // The selection of a subscription was checked when it began.
        if (!parameters.getExecutionContext().getGraphQLContext().hasKey(Emission.class)) {
            check(parameters.getExecutionContext());
        }
        return super.beginExecuteOperation(parameters, state);
    }

    private void check(ExecutionContext context) {
        GraphQLContext request = context.getGraphQLContext();
        RequestContext caller = request.get(RequestContext.class);
        ExecutableNormalizedOperation operation = normalized(context);
        introspection.check(operation, caller.identity());
        access.check(operation, caller.identity());
        long cost = costs.of(operation, context.getGraphQLSchema());
        if (cost > limits.queryCost()) {
            throw refusal("The operation has a cost of " + cost + "; the maximum is " + limits.queryCost()
                    + " (`laurel.limits.query-cost`). Request smaller pages or fewer fields.");
        }
        Budget budget = request.get(Budget.class);
        charge(budget, cost);
        // For the response.
        request.put(OperationCost.class, new OperationCost(cost, budget.at(caller.now())));
        request.put(ExecutableNormalizedOperation.class, operation);
    }

    private ExecutableNormalizedOperation normalized(ExecutionContext context) {
        Options options = Options.defaultOptions()
                .maxChildrenDepth(limits.queryDepth())
                .maxFieldsCount(limits.queryFields())
                .locale(context.getLocale())
                .graphQLContext(context.getGraphQLContext());
        try {
            return ExecutableNormalizedOperationFactory.createExecutableNormalizedOperation(
                    context.getGraphQLSchema(),
                    context.getOperationDefinition(),
                    context.getFragmentsByName(),
                    context.getCoercedVariables(),
                    options);
        } catch (AbortExecutionException e) {
            throw refusal(
                    String.valueOf(e.getMessage()).contains("depth")
                            ? "The operation nests its fields more than " + limits.queryDepth()
                                    + " levels deep, the maximum (`laurel.limits.query-depth`)."
                            : "The operation has more than " + limits.queryFields()
                                    + " fields after fragment expansion, the maximum (`laurel.limits.query-fields`).");
        }
    }

    private static void charge(Budget budget, long cost) {
        try {
            budget.chargeOperation(cost);
        } catch (RateLimitedException e) {
            throw new AbortExecutionException(List.of(CodedError.of(e)));
        }
    }

    private static AbortExecutionException refusal(String message) {
        return new AbortExecutionException(List.of(new CodedError(RequestErrorCode.LIMIT_EXCEEDED, message)));
    }
}
