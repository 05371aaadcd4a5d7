package laurel.api.http;

import io.micronaut.context.annotation.Value;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpHeaders;
import io.micronaut.http.MutableHttpResponse;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import laurel.api.access.Authenticator;
import laurel.api.access.CallerResolver;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Which pages of other origins may call the service: those of {@code laurel.cors.allowed-origins}, separated by commas, each
 * such as {@code https://game.example}; {@code *} is every origin, where keys are needed.
 */
@Singleton
public final class Cors {
    private static final String ANY = "*";
    private static final String HEADERS = String.join(
            ", ", "Authorization", "Content-Type", "Last-Event-ID", CallerResolver.HEADER, HttpApi.STREAM_TOKEN_HEADER);
    private static final String SETTING = "laurel.cors.allowed-origins";

    private final List<String> origins;
    private final Authenticator admission;

    Cors(@Value("${laurel.cors.allowed-origins:}") List<String> origins, Authenticator admission) {
        this.origins = origins.stream()
                .map(Cors::plain)
                .filter(origin -> !origin.isEmpty())
                .toList();
        this.admission = admission;
    }

    /** What a browser is answered that asks whether a page may send a request; null for any other request. */
    @Nullable
    public MutableHttpResponse<?> preflight(HttpRequest<?> request) {
        String origin = request.getHeaders().get("Origin");
        if (!"OPTIONS".equals(request.getMethodName())
                || origin == null
                || !request.getHeaders().contains("Access-Control-Request-Method")) {
            return null;
        }
        if (!allows(origin)) {
            throw stranger();
        }
        MutableHttpResponse<?> answer = HttpResponse.status(HttpStatus.NO_CONTENT)
                .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
                .header("Access-Control-Allow-Headers", HEADERS)
                .header("Access-Control-Max-Age", "3600");
        allow(request, answer.getHeaders());
        return answer;
    }

    /** Lets the page that sent a request read the answer, where it may. */
    public void allow(HttpRequest<?> request, MutableHttpHeaders answer) {
        String origin = request.getHeaders().get("Origin");
        if (origin != null && allows(origin)) {
            answer.set("Access-Control-Allow-Origin", origin);
            answer.set("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate");
            String vary = answer.get("Vary");
            answer.set("Vary", vary == null ? "Origin" : vary + ", Origin");
        }
    }

    /**
     * Why a page of this origin may not send a request, where no key protects the service; null where it may. A browser
     * sends what a page wants, and says whose page it is.
     *
     * @param host that the request names, which is the page's own where nothing between them rewrites it
     */
    @Nullable
    public HttpRequestException refusal(@Nullable String origin, String host) {
        return origin == null || allows(origin) || plain(host).equals(authority(origin)) ? null : stranger();
    }

    private boolean allows(String origin) {
        return origins.contains(plain(origin)) || (admission.needed() && origins.contains(ANY));
    }

    private static HttpRequestException stranger() {
        return new HttpRequestException(
                403,
                RequestErrorCode.FORBIDDEN,
                "The origin is not allowed to call the service: see the setting " + SETTING);
    }

    private static String plain(String origin) {
        return origin.strip().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(plain(origin)).getAuthority();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
