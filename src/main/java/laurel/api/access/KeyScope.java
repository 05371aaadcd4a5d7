package laurel.api.access;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Where a key opens the API.
 *
 * @param app key of the one app that it is bound to; null opens every app, as the operator's keys do
 */
@Introspected
public record KeyScope(@Nullable String app) {
    public static final KeyScope OPERATOR = new KeyScope(null);

    private static final String ATTRIBUTE = "laurel.key-scope";

    /** Lets the request act here. */
    public void grant(HttpRequest<?> request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** What the request was granted; one that passed by whoever grants must not be answered. */
    static KeyScope of(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, KeyScope.class)
                .orElseThrow(() -> new IllegalStateException("admitted by nobody"));
    }
}
