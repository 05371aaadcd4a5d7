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
import laurel.api.access.KeyScope;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request in, or not. With keys, everything but the pages that {@link #OPEN} names needs one. Without, the
 * service is for this machine only, and answers only requests that name it as such: a page of a stranger could
 * otherwise point its own host name at 127.0.0.1 and read along.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
// Which refuses pages of other origins without a word, and knows of no keys.
@Replaces(CorsFilter.class)
public final class AccessFilter implements Ordered {
    /** Pages that hold nothing of anybody, and the health check. */
    private static final Set<String> OPEN = Set.of("/", "/graphiql", "/health");

    /** Told to those who come by another host name where no key is needed. */
    public static final String OTHER_HOST =
            "Without keys this service answers to localhost, 127.0.0.1 and [::1] only, not to other host names";

    private static final String HEALTH = "/health";
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private final Authenticator admission;
    private final Cors cors;
    private final Responses responses;

    AccessFilter(Authenticator admission, Cors cors, Responses responses) {
        this.admission = admission;
        this.cors = cors;
        this.responses = responses;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @RequestFilter
    @Nullable
    HttpResponse<?> admit(HttpRequest<?> request) {
        HttpRequestException refusal = admission.needed() ? byKey(request) : byHost(request);
        return refusal == null ? null : refused(request, refusal);
    }

    /** Before a key is asked for, which a browser does not send with this question, and before a route is looked for. */
    @PreMatching
    @RequestFilter
    @Nullable
    HttpResponse<?> preflight(HttpRequest<?> request) {
        try {
            return cors.preflight(request);
        } catch (HttpRequestException refusal) {
            return refused(request, refusal);
        }
    }

    private HttpResponse<?> refused(HttpRequest<?> request, HttpRequestException refusal) {
        ResponseFormat format = ResponseFormat.accepted(request.getHeaders().getAll("Accept"));
        MutableHttpResponse<?> answer = responses.of(format == null ? ResponseFormat.JSON : format, refusal);
        // The page shall be able to read why; the response filter does not see what a request filter answers.
        cors.allow(request, answer.getHeaders());
        return answer;
    }

    /** For pages that bring no headers of their own: nothing may be loaded, run, framed or guessed. */
    @ResponseFilter
    void protect(HttpRequest<?> request, MutableHttpResponse<?> response) {
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

    private @Nullable HttpRequestException byKey(HttpRequest<?> request) {
        if (open(request.getPath())) {
            return null;
        }
        try {
            admission.scope(request.getHeaders().getAll("Authorization")).grant(request);
            return null;
        } catch (HttpRequestException refusal) {
            return refusal;
        }
    }

    private @Nullable HttpRequestException byHost(HttpRequest<?> request) {
        String host = request.getHeaders().findFirst("Host").orElse("");
        if (!ofThisMachine(host) && !within(request.getPath(), HEALTH)) {
            return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, OTHER_HOST);
        }
        HttpRequestException refusal = cors.refusal(request.getHeaders().get("Origin"), host);
        if (refusal == null) {
            KeyScope.OPERATOR.grant(request);
        }
        return refusal;
    }

    /** Whether a value of the header Host names this machine as such. */
    public static boolean ofThisMachine(String host) {
        return THIS_MACHINE.contains(
                PORT.matcher(host.strip().toLowerCase(Locale.ROOT)).replaceFirst(""));
    }

    private static boolean open(String path) {
        return OPEN.stream().anyMatch(page -> within(path, page));
    }

    private static boolean within(String path, String page) {
        return path.equals(page) || (page.length() > 1 && path.startsWith(page + "/"));
    }
}
