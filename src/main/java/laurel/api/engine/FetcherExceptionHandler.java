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
import laurel.graphql.AnswerBudget;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** What happens when a fetcher throws: its field is null, and an error at its path says why. */
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
        if (AnswerBounds.stopped(failure)) {
            return untold();
        }
        RequestException explained = explain(context, failure);
        if (!told(context, explained)) {
            return untold();
        }
        CodedError error = new CodedError(
                explained.code(),
                explained.message(),
                List.of(thrown.getSourceLocation()),
                thrown.getPath().toList());
        SubscriptionEventErrors.note(context, error);
        return CompletableFuture.completedFuture(
                DataFetcherExceptionHandlerResult.newResult(error).build());
    }

    private static CompletableFuture<DataFetcherExceptionHandlerResult> untold() {
        return CompletableFuture.completedFuture(
                DataFetcherExceptionHandlerResult.newResult().build());
    }

    /** Whether the answer has room for this error. */
    private static boolean told(GraphQLContext context, RequestException explained) {
        AnswerBudget budget = context.get(AnswerBudget.class);
        return budget == null
                || (!budget.exceeded() && budget.error(explained.message().length()));
    }

    private RequestException explain(GraphQLContext context, Throwable failure) {
        Deadline deadline = context.get(Deadline.class);
        if (deadline != null && deadline.passed()) {
            // The interrupt shows up as whatever exception the interrupted library likes; it is no fault.
            return new RequestException(RequestErrorCode.TIMEOUT, "The request was stopped", failure);
        }
        Seen seen = context.computeIfAbsent(Seen.class, key -> new Seen(new IdentityHashMap<>()));
        return seen.explain(failure, failures);
    }

    /** A batch that fails does so for every key: one line in the log and one id are enough for all. */
    private record Seen(Map<Throwable, RequestException> explained) {
        synchronized RequestException explain(Throwable failure, Failures failures) {
            return explained.computeIfAbsent(failure, failures::explain);
        }
    }
}
