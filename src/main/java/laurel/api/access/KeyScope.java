package laurel.api.access;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Scope of an API key.
 *
 * @param app key of the app that the API key is bound to; null for an operator's key, which is valid for every app
 */
@Introspected
public record KeyScope(@Nullable String app) {
    public static final KeyScope OPERATOR = new KeyScope(null);

    private static final String ATTRIBUTE = "laurel.key-scope";

    /** Grants this scope to the request. */
    public void grant(HttpRequest<?> request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Returns the granted scope. Fails if the request has not passed the access filter: it must not be answered. */
    static KeyScope of(HttpRequest<?> request) {
        return request.getAttribute(ATTRIBUTE, KeyScope.class)
                .orElseThrow(() -> new IllegalStateException("the request has not passed the access filter"));
    }
}
