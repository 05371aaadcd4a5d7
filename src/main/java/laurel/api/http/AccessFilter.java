package laurel.api.http;

import io.micronaut.context.annotation.Replaces;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.server.annotation.PreMatching;
import io.micronaut.http.server.cors.CorsFilter;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import laurel.api.access.Authenticator;
import laurel.api.access.CallerResolver;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Accepts or rejects a request, and adds security headers to every response. With keys, every path except {@link #PUBLIC}
 * requires a key. Without keys, the service responds only to requests that address it as localhost: otherwise a web page
 * could point its own host name at 127.0.0.1 and read responses (DNS rebinding).
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
// Micronaut's filter rejects other origins without a message and does not know keys.
@Replaces(CorsFilter.class)
public final class AccessFilter implements Ordered {
    /** Paths without private content. */
    private static final Set<String> PUBLIC = Set.of("/", "/graphiql", "/health");

    /** The message for a request to another host name. */
    public static final String OTHER_HOST =
            "Without keys this service responds only to the hosts localhost, 127.0.0.1 and [::1].";

    private static final String HEALTH = "/health";
    private static final Set<String> LOCALHOST = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private final Authenticator authenticator;
    private final Cors cors;
    private final Responses responses;

    AccessFilter(Authenticator authenticator, Cors cors, Responses responses) {
        this.authenticator = authenticator;
        this.cors = cors;
        this.responses = responses;
    }

    @Override
    public int getOrder() {
        return TokenFilter.ORDER + 1;
    }

    @RequestFilter
    @Nullable
    HttpResponse<?> filter(HttpRequest<?> request) {
        HttpRequestException rejection = authenticator.required() ? checkKey(request) : checkHost(request);
        return rejection == null ? null : rejected(request, rejection);
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

    private HttpResponse<?> rejected(HttpRequest<?> request, HttpRequestException rejection) {
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
        cors.allow(request, headers);
        if (!headers.contains("Content-Security-Policy")) {
            headers.add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        }
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }

    private @Nullable HttpRequestException checkKey(HttpRequest<?> request) {
        return isPublic(request.getPath()) ? null : authenticate(request);
    }

    private @Nullable HttpRequestException checkHost(HttpRequest<?> request) {
        String host = request.getHeaders().findFirst("Host").orElse("");
        if (!isLocalhost(host) && !within(request.getPath(), HEALTH)) {
            return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, OTHER_HOST);
        }
        HttpRequestException rejection = cors.check(request.getHeaders().get("Origin"), host);
        return rejection == null ? authenticate(request) : rejection;
    }

    /** Grants the request the identity of its credentials, or returns what is wrong with them. */
    private @Nullable HttpRequestException authenticate(HttpRequest<?> request) {
        try {
            CallerResolver.grant(request, TokenFilter.identity(request, authenticator));
            return null;
        } catch (HttpRequestException rejection) {
            return rejection;
        }
    }

    /** Whether a {@code Host} header names the local machine. */
    public static boolean isLocalhost(String host) {
        return LOCALHOST.contains(
                PORT.matcher(host.strip().toLowerCase(Locale.ROOT)).replaceFirst(""));
    }

    private static boolean isPublic(String path) {
        return PUBLIC.stream().anyMatch(page -> within(path, page));
    }

    private static boolean within(String path, String page) {
        return path.equals(page) || (page.length() > 1 && path.startsWith(page + "/"));
    }
}
