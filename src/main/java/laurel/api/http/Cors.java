package laurel.api.http;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpHeaders;
import io.micronaut.http.MutableHttpResponse;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import laurel.Serving;
import laurel.api.access.Authenticator;
import laurel.api.access.CallerResolver;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Cross-origin requests. The setting {@code laurel.cors.allowed-origins} lists origins such as
 * {@code https://game.example}, separated by commas. If requests need a key, {@code *} allows every origin.
 */
@Context
@Serving
public final class Cors {
    private static final String ANY = "*";
    private static final String HEADERS = String.join(
            ", ", "Authorization", "Content-Type", "Last-Event-ID", CallerResolver.HEADER, HttpApi.STREAM_TOKEN_HEADER);
    /** As browsers send it: without a path. Applications that contain a browser have schemes of their own, `file://` or `null`. */
    private static final ListSetting SETTING = new ListSetting(
            "laurel.cors.allowed-origins",
            Pattern.compile("\\*|null|file://|[a-zA-Z][\\w+.-]*://([\\w.-]+|\\[[0-9a-fA-F:]+])(:\\d+)?"),
            "origins such as https://play.example");

    private final List<String> origins;
    private final Authenticator authenticator;

    Cors(@Value("${laurel.cors.allowed-origins:}") List<String> origins, Authenticator authenticator) {
        this.origins = SETTING.checked(origins).stream().map(Cors::normalized).toList();
        this.authenticator = authenticator;
    }

    /** Returns the response to a preflight request; null for any other request. */
    @Nullable
    public MutableHttpResponse<?> preflight(HttpRequest<?> request) {
        String origin = request.getHeaders().get("Origin");
        if (!"OPTIONS".equals(request.getMethodName())
                || origin == null
                || !request.getHeaders().contains("Access-Control-Request-Method")) {
            return null;
        }
        if (!allows(origin)) {
            throw originNotAllowed();
        }
        MutableHttpResponse<?> response = HttpResponse.status(HttpStatus.NO_CONTENT)
                .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
                .header("Access-Control-Allow-Headers", HEADERS)
                .header("Access-Control-Max-Age", "3600");
        allow(request, response.getHeaders());
        return response;
    }

    /** Adds the headers that let an allowed page read the response. Caches may reuse it only for the same origin. */
    public void allow(HttpRequest<?> request, MutableHttpHeaders response) {
        String origin = request.getHeaders().get("Origin");
        if (origin != null && allows(origin)) {
            response.set("Access-Control-Allow-Origin", origin);
            response.set("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate");
        }
        if (!origins.isEmpty()) {
            String vary = response.get("Vary");
            response.set("Vary", vary == null ? "Origin" : vary + ", Origin");
        }
    }

    /**
     * Checks the origin of a request that needs no credentials: browsers send requests for any page, and name its origin.
     *
     * @param host the header {@code Host}; equal to the origin of the service's own pages
     * @return the rejection; null if the origin is allowed
     */
    @Nullable
    public HttpRequestException check(@Nullable String origin, String host) {
        return origin == null || allows(origin) || normalized(host).equals(authority(origin))
                ? null
                : originNotAllowed();
    }

    private boolean allows(String origin) {
        return origins.contains(normalized(origin)) || (authenticator.required() && origins.contains(ANY));
    }

    private static HttpRequestException originNotAllowed() {
        return new HttpRequestException(
                403,
                RequestErrorCode.FORBIDDEN,
                "The origin is not allowed to call the service; see the setting `" + SETTING.name() + "`.");
    }

    private static String normalized(String origin) {
        return origin.strip().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(normalized(origin)).getAuthority();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
