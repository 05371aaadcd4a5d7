package laurel.api.access;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;

/** Who brings the right key may come in. */
@Singleton
public final class Authenticator {
    private static final String BEARER = "bearer ";

    private final ApiKeys keys;

    Authenticator(ApiKeys keys) {
        this.keys = keys;
    }

    /** Whether a key is needed at all. */
    public boolean needed() {
        return keys.needed();
    }

    /**
     * Where these values of the header Authorization open the API. Throws an {@link HttpRequestException} with 401 if they
     * do not.
     * Where no key is needed, whoever gets here is the operator.
     */
    public KeyScope scope(List<String> authorization) {
        if (!keys.needed()) {
            return KeyScope.OPERATOR;
        }
        if (authorization.size() != 1
                || !authorization.getFirst().toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw refused("An API key is required, in the header Authorization: Bearer <key>", "Bearer");
        }
        KeyScope scope =
                keys.scope(authorization.getFirst().substring(BEARER.length()).strip());
        if (scope == null) {
            throw refused("The API key is not valid", "Bearer error=\"invalid_token\"");
        }
        return scope;
    }

    private static HttpRequestException refused(String message, String challenge) {
        return new HttpRequestException(
                401, RequestErrorCode.UNAUTHENTICATED, message, Map.of("WWW-Authenticate", challenge));
    }
}
