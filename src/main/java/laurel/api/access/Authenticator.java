package laurel.api.access;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.api.error.HttpRequestException;
import laurel.request.Identity;
import laurel.request.RequestErrorCode;

/** Checks the API key of a request. */
@Singleton
public final class Authenticator {
    private static final String BEARER = "bearer ";

    /** Every caller of a service without keys, which is only reachable as localhost. */
    public static final Identity LOCAL = Identity.operator("localhost");

    private final ApiKeys keys;

    Authenticator(ApiKeys keys) {
        this.keys = keys;
    }

    /** Whether requests need a key. */
    public boolean required() {
        return keys.required();
    }

    /**
     * Returns the identity of the key in the header {@code Authorization}. Without configured keys, every caller is the
     * operator. Throws {@link HttpRequestException} with status 401 if the key is missing or wrong.
     *
     * @param authorization all values of the header
     */
    public Identity authenticate(List<String> authorization) {
        if (!keys.required()) {
            return LOCAL;
        }
        if (authorization.size() != 1
                || !authorization.getFirst().toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw unauthenticated("An API key is required in the header `Authorization: Bearer <key>`.", "Bearer");
        }
        Identity identity = keys.identity(
                authorization.getFirst().substring(BEARER.length()).strip());
        if (identity == null) {
            throw unauthenticated("The API key is not valid.", "Bearer error=\"invalid_token\"");
        }
        return identity;
    }

    private static HttpRequestException unauthenticated(String message, String challenge) {
        return new HttpRequestException(
                401, RequestErrorCode.UNAUTHENTICATED, message, Map.of("WWW-Authenticate", challenge));
    }
}
