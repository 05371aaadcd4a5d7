package laurel.api.engine;

import graphql.ExecutionResult;
import graphql.ExecutionResultImpl;
import graphql.execution.DataLoaderDispatchStrategy;
import graphql.execution.ExecutionContext;
import graphql.execution.ExecutionStrategy;
import graphql.execution.ExecutionStrategyParameters;
import graphql.execution.FieldValueInfo;
import graphql.execution.MergedField;
import graphql.execution.NonNullableFieldValidator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.request.Emission;

/**
 * The values of several emissions, of which one execution completes the field of the subscription. They share its loaders,
 * so what their fields load is loaded once for all.
 */
record EventBatch(List<Object> values) {
    static EventBatch of(List<Emission> emissions) {
        return new EventBatch(emissions.stream().map(Emission::value).toList());
    }

    /** Completes the field of a subscription with a value. */
    @FunctionalInterface
    interface Completion {
        FieldValueInfo complete(ExecutionContext context, ExecutionStrategyParameters parameters, Object value);
    }

    /** Returns a list with the data of each event. */
    CompletableFuture<ExecutionResult> execute(
            ExecutionContext context, ExecutionStrategyParameters parameters, Completion completion) {
        MergedField field = parameters
                .getFields()
                .getSubField(parameters.getFields().getKeys().getFirst());
        ExecutionStrategyParameters ofField = parameters.transform(builder -> builder.field(field)
                .path(parameters.getPath().segment(ExecutionStrategy.mkNameForPath(field)))
                .nonNullFieldValidator(new NonNullableFieldValidator(context)));
        DataLoaderDispatchStrategy loaders = context.getDataLoaderDispatcherStrategy();
        // Loaders wait until all events are started.
        loaders.executionStrategy(context, parameters, 1);
        List<CompletableFuture<Object>> completed = new ArrayList<>();
        for (Object value : values) {
            completed.add(completion.complete(context, ofField, value).getFieldValueFuture());
        }
        loaders.finishedFetching(context, parameters);
        return CompletableFuture.allOf(completed.toArray(CompletableFuture[]::new))
                .thenApply(all -> new ExecutionResultImpl(
                        completed.stream()
                                .map(value -> Collections.singletonMap(field.getResultKey(), value.join()))
                                .toList(),
                        context.getErrors()));
    }
}
