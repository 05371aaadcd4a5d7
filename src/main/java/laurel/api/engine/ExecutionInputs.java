package laurel.api.engine;

import graphql.ExecutionInput;
import graphql.execution.ResultNodesInfo;
import graphql.execution.instrumentation.dataloader.DataLoaderDispatchingContextKeys;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import laurel.Serving;
import laurel.api.access.Caller;
import laurel.api.rate.Budget;
import laurel.graphql.Binding;
import laurel.graphql.LazyLoaders;
import laurel.graphql.RequestContext;
import laurel.graphql.ResponseBudget;
import laurel.request.cache.RowVersions;

/** Creates what graphql-java executes, with the loaders and the limits of one execution. */
@Singleton
@Serving
final class ExecutionInputs {
    private final List<Binding> bindings;
    private final RequestLimits limits;
    private final LargeResponseLimiter largeResponses;
    private final RowVersions rowVersions;

    ExecutionInputs(
            List<Binding> bindings,
            RequestLimits limits,
            LargeResponseLimiter largeResponses,
            RowVersions rowVersions) {
        this.bindings = List.copyOf(bindings);
        this.limits = limits;
        this.largeResponses = largeResponses;
        this.rowVersions = rowVersions;
    }

    /** Creates the input of an execution that reads all rows. */
    ExecutionInput create(GraphQLRequest request, ParsedDocument.Valid document, Caller caller, Instant now) {
        return create(request, document, caller, caller.at(now));
    }

    /** Creates the input of an execution that may use rows from memory. Its result is valid if they are current. */
    ExecutionInput createCached(GraphQLRequest request, ParsedDocument.Valid document, Caller caller, Instant now) {
        return create(request, document, caller, caller.at(now).with(rowVersions.ofRequest(caller.app())));
    }

    private ExecutionInput create(
            GraphQLRequest request, ParsedDocument.Valid document, Caller caller, RequestContext context) {
        var permit = new LargeResponseLimiter.Permit(largeResponses, context.app());
        var budget = new ResponseBudget(limits.responseSize(), permit::acquire);
        var loaders = new LazyLoaders(budget);
        bindings.forEach(binding -> binding.register(loaders, context));
        ExecutionInput input = ExecutionInput.newExecutionInput(request.query())
                .operationName(request.operationName())
                .variables(request.variables())
                .extensions(request.extensions())
                .locale(Locale.ENGLISH)
                .dataLoaderRegistry(loaders)
                .graphQLContext(context.entries())
                .graphQLContext(entries -> entries.put(GraphQLRequest.class, request)
                        .put(ParsedDocument.class, document)
                        .put(Budget.class, caller.budget())
                        // Dispatches each time when all fetchers wait for loads, so that fetchers can chain loads.
                        .put(DataLoaderDispatchingContextKeys.ENABLE_DATA_LOADER_EXHAUSTED_DISPATCHING, true)
                        .put(ResultNodesInfo.MAX_RESULT_NODES, limits.responseValues())
                        .put(LargeResponseLimiter.Permit.class, permit)
                        .put(ResponseBudget.class, budget))
                .build();
        budget.stopped().thenRun(input::cancel);
        return input;
    }
}
