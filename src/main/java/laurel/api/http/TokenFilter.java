package laurel.api.http;

import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import laurel.api.access.Authenticator;
import laurel.api.error.HttpRequestException;
import laurel.request.Identity;

/**
 * Authenticates the requests whose credentials may need keys that are fetched, on a thread that may block; the filter after it
 * uses the result. That one runs on the event loop, and authenticates all other requests: keys are compared in memory.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
final class TokenFilter implements Ordered {
    static final int ORDER = HIGHEST_PRECEDENCE;
    private static final String AUTHENTICATION = "laurel.authentication";

    private final Authenticator authenticator;
    private final ExecutorService blocking;

    TokenFilter(Authenticator authenticator, @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.authenticator = authenticator;
        this.blocking = blocking;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    /** Completes with the same request: Micronaut ends a request whose filter completes with nothing. */
    @RequestFilter
    CompletionStage<HttpRequest<?>> filter(HttpRequest<?> request) {
        List<String> authorization = authorization(request);
        return authenticator.mayBlock(authorization)
                ? CompletableFuture.supplyAsync(
                        () -> request.setAttribute(AUTHENTICATION, Authentication.of(authenticator, authorization)),
                        blocking)
                : CompletableFuture.completedFuture(request);
    }

    /** Returns the identity of the request's credentials. Throws as {@link Authenticator#authenticate} does. */
    static Identity identity(HttpRequest<?> request, Authenticator authenticator) {
        Optional<Authentication> result = request.getAttribute(AUTHENTICATION, Authentication.class);
        return result.isPresent() ? result.get().identity.get() : authenticator.authenticate(authorization(request));
    }

    private static List<String> authorization(HttpRequest<?> request) {
        return request.getHeaders().getAll("Authorization");
    }

    /** An identity, or why there is none. */
    private record Authentication(Supplier<Identity> identity) {
        static Authentication of(Authenticator authenticator, List<String> authorization) {
            try {
                Identity identity = authenticator.authenticate(authorization);
                return new Authentication(() -> identity);
            } catch (HttpRequestException e) {
                return new Authentication(() -> {
                    throw e;
                });
            }
        }
    }
}
