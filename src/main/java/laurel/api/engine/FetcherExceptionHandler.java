package laurel.api.engine;

import graphql.GraphQLContext;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.DataFetcherExceptionHandlerParameters;
import graphql.execution.DataFetcherExceptionHandlerResult;
import jakarta.inject.Singleton;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.graphql.RequestContext;
import laurel.graphql.ResponseBudget;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Handles exceptions of fetchers: the field is null, and an error at its path has the reason. */
@Singleton
public final class FetcherExceptionHandler implements DataFetcherExceptionHandler {
    private final Failures failures;

    FetcherExceptionHandler(Failures failures) {
        this.failures = failures;
    }

    @Override
    public CompletableFuture<DataFetcherExceptionHandlerResult> handleException(
            DataFetcherExceptionHandlerParameters thrown) {
        GraphQLContext context = thrown.getDataFetchingEnvironment().getGraphQlContext();
        Throwable failure = Failures.unwrap(thrown.getException());
        if (ExecutionStrategies.isAborted(failure)) {
            return withoutError();
        }
        RequestException explained = explain(context, failure);
        if (!fits(context, explained)) {
            return withoutError();
        }
        CodedError error = CodedError.of(
                explained, List.of(thrown.getSourceLocation()), thrown.getPath().toList());
        SubscriptionEventErrors.add(context, error);
        return CompletableFuture.completedFuture(
                DataFetcherExceptionHandlerResult.newResult(error).build());
    }

    private static CompletableFuture<DataFetcherExceptionHandlerResult> withoutError() {
        return CompletableFuture.completedFuture(
                DataFetcherExceptionHandlerResult.newResult().build());
    }

    /** Whether the response may contain one more error. */
    private static boolean fits(GraphQLContext context, RequestException explained) {
        ResponseBudget budget = context.get(ResponseBudget.class);
        return budget == null
                || (!budget.exceeded() && budget.error(explained.message().length()));
    }

    private RequestException explain(GraphQLContext context, Throwable failure) {
        Deadline deadline = context.get(Deadline.class);
        if (deadline != null && deadline.hasPassed()) {
            // The interrupt may appear as any exception of the interrupted library; it is not a fault.
            return new RequestException(RequestErrorCode.TIMEOUT, "The request was stopped.", failure);
        }
        if (!RequestContext.of(context).rows().areCurrent()) {
            // The partition of an expired window may be gone, for example. The request runs again, and this error is
            // not sent.
            return new RequestException(RequestErrorCode.UNAVAILABLE, "The request used an outdated row.", failure);
        }
        Explanations explanations =
                context.computeIfAbsent(Explanations.class, key -> new Explanations(new IdentityHashMap<>()));
        return explanations.explain(failure, failures);
    }

    /** A failed batch fails for every key. Logs it once, with one ID. */
    private record Explanations(Map<Throwable, RequestException> byFailure) {
        synchronized RequestException explain(Throwable failure, Failures failures) {
            return byFailure.computeIfAbsent(failure, failures::explain);
        }
    }
}
