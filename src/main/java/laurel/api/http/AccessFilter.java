package laurel.api.http;

import io.micronaut.context.annotation.Replaces;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.server.annotation.PreMatching;
import io.micronaut.http.server.cors.CorsFilter;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.regex.Pattern;
import laurel.api.access.Authenticator;
import laurel.api.access.CallerResolver;
import laurel.api.access.PathAccess;
import laurel.api.error.HttpRequestException;
import laurel.api.error.RateLimitedException;
import laurel.api.rate.Budget;
import laurel.api.rate.ClientAddresses;
import laurel.api.rate.RateLimiter;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Accepts or rejects a request, charges it to the budget of its caller, and adds security headers to every response. With
 * keys, every path that is not public requires a key. Without keys, the service responds only to requests that address it
 * as localhost: otherwise a web page could point its own host name at 127.0.0.1 and read responses (DNS rebinding).
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
// Micronaut's filter rejects other origins without a message and does not know keys.
@Replaces(CorsFilter.class)
public final class AccessFilter implements Ordered {
    /** The message for a request to another host name. */
    public static final String OTHER_HOST =
            "Without keys this service responds only to the hosts localhost, 127.0.0.1 and [::1].";

    private static final String REJECTION = "laurel.rejection";
    private static final String HEALTH = "/health";
    private static final String UNFRAMED = "frame-ancestors 'none'";

    private static final Set<String> LOCALHOST = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private final Authenticator authenticator;
    private final RateLimiter rates;
    private final ClientAddresses addresses;
    private final Cors cors;
    private final Responses responses;
    private final ExecutorService blocking;

    AccessFilter(
            Authenticator authenticator,
            RateLimiter rates,
            ClientAddresses addresses,
            Cors cors,
            Responses responses,
            @Named(TaskExecutors.BLOCKING) ExecutorService blocking) {
        this.authenticator = authenticator;
        this.rates = rates;
        this.addresses = addresses;
        this.cors = cors;
        this.responses = responses;
        this.blocking = blocking;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /**
     * Checks access on the event loop, or on another thread if the check may block. Returns the request, because Micronaut
     * does not continue with a request after null from another thread; {@link #reject} comes next.
     */
    @RequestFilter
    @Order(HIGHEST_PRECEDENCE)
    CompletionStage<HttpRequest<?>> check(HttpRequest<?> request) {
        return authenticator.mayBlock(request.getHeaders().getAll("Authorization"))
                ? CompletableFuture.supplyAsync(() -> checked(request), blocking)
                : CompletableFuture.completedFuture(checked(request));
    }

    private HttpRequest<?> checked(HttpRequest<?> request) {
        try {
            RequestException rejection = authenticator.required() ? checkKey(request) : checkHost(request);
            return rejection == null ? request : request.setAttribute(REJECTION, rejection);
        } catch (RuntimeException failure) {
            // For example, the database that has the keys is not available.
            return request.setAttribute(REJECTION, failure);
        }
    }

    /** Responds to requests that {@link #check} rejects. */
    @RequestFilter
    @Order(HIGHEST_PRECEDENCE + 1)
    @Nullable
    HttpResponse<?> reject(HttpRequest<?> request) {
        return request.getAttribute(REJECTION, RuntimeException.class)
                .map(rejection -> rejected(request, rejection))
                .orElse(null);
    }

    /** Runs before the check of the key, which browsers do not send with a preflight, and before routing. */
    @PreMatching
    @RequestFilter
    @Nullable
    HttpResponse<?> preflight(HttpRequest<?> request) {
        try {
            return cors.preflight(request);
        } catch (HttpRequestException rejection) {
            return rejected(request, rejection);
        }
    }

    private HttpResponse<?> rejected(HttpRequest<?> request, RuntimeException rejection) {
        ResponseFormat format = ResponseFormat.accepted(request.getHeaders().getAll("Accept"));
        MutableHttpResponse<?> response = responses.of(format == null ? ResponseFormat.JSON : format, rejection);
        // Lets the page read the error. Response filters do not run for responses of request filters.
        cors.allow(request, response.getHeaders());
        return response;
    }

    /** Adds security headers. A response without a policy may not load, run or be framed. */
    @ResponseFilter
    void addSecurityHeaders(HttpRequest<?> request, MutableHttpResponse<?> response) {
        var headers = response.getHeaders();
        boolean shared = PathAccess.isShared(request.getPath());
        if (shared) {
            headers.set("Access-Control-Allow-Origin", "*");
        } else {
            cors.allow(request, headers);
        }
        String policy = headers.findFirst("Content-Security-Policy").orElse("default-src 'none'; " + UNFRAMED);
        headers.set("Content-Security-Policy", policy);
        if (policy.contains(UNFRAMED)) {
            headers.set("X-Frame-Options", "DENY");
        }
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", shared ? "cross-origin" : "same-origin");
    }

    private @Nullable RequestException checkKey(HttpRequest<?> request) {
        return PathAccess.isPublic(request.getPath()) ? null : authenticate(request);
    }

    /** Grants the request the identity of its credentials, or returns what is wrong with them. */
    private @Nullable RequestException authenticate(HttpRequest<?> request) {
        List<String> authorization = request.getHeaders().getAll("Authorization");
        String address = address(request);
        try {
            Identity identity = authenticator.authenticate(authorization, key -> rates.checkUnread(key, address));
            HttpRequestException rejection = PathAccess.rejection(request.getPath(), identity);
            if (rejection == null) {
                admit(request, identity, address);
            }
            return rejection;
        } catch (HttpRequestException rejection) {
            return authorization.isEmpty() ? rejection : rates.failedAuthentication(address, rejection);
        } catch (RateLimitedException rejection) {
            return rejection;
        }
    }

    /** Grants the identity, and charges the request. Throws RATE_LIMITED. */
    private void admit(HttpRequest<?> request, Identity identity, String address) {
        Budget budget = rates.budget(identity, address);
        budget.chargeRequest();
        CallerResolver.grant(request, identity);
        CallerResolver.allot(request, budget);
    }

    private String address(HttpRequest<?> request) {
        return addresses.of(request.getRemoteAddress(), request.getHeaders().getAll(ClientAddresses.HEADER));
    }

    private @Nullable RequestException checkHost(HttpRequest<?> request) {
        String host = request.getHeaders().findFirst("Host").orElse("");
        if (!isLocalhost(host) && !within(request.getPath(), HEALTH)) {
            return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, OTHER_HOST);
        }
        HttpRequestException rejection = PathAccess.isShared(request.getPath())
                ? null
                : cors.check(request.getHeaders().get("Origin"), host);
        return rejection == null ? checkKey(request) : rejection;
    }

    /** Whether a {@code Host} header names the local machine. */
    public static boolean isLocalhost(String host) {
        return LOCALHOST.contains(
                PORT.matcher(host.strip().toLowerCase(Locale.ROOT)).replaceFirst(""));
    }

    private static boolean within(String path, String page) {
        return path.equals(page) || path.startsWith(page + "/");
    }
}
