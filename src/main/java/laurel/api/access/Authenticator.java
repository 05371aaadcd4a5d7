package laurel.api.access;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import laurel.api.error.HttpRequestException;
import laurel.request.Identity;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.TokenVerifier;
import org.jspecify.annotations.Nullable;

/** Checks the API key, or the token of a player, of a request. */
@Singleton
public final class Authenticator {
    private static final String BEARER = "bearer ";
    private static final String INVALID = "Bearer error=\"invalid_token\"";

    /** Every caller of a service without keys, which is only reachable as localhost. */
    public static final Identity LOCAL = Identity.operator("localhost");

    /** Three texts in base64url. That of the signature may be empty. */
    private static final Pattern JWT = Pattern.compile("[\\w-]++\\.[\\w-]++\\.[\\w-]*+");

    private final ApiKeys keys;
    private final TokenVerifier tokens;

    Authenticator(ApiKeys keys, TokenVerifier tokens) {
        this.keys = keys;
        this.tokens = tokens;
    }

    /** Whether requests need a key. */
    public boolean required() {
        return keys.required();
    }

    /** Whether {@link #authenticate} may block, because it may fetch keys of the issuer of a token. */
    public boolean mayBlock(List<String> authorization) {
        return authorization.size() == 1 && isToken(bearer(authorization.getFirst()));
    }

    /**
     * Returns the identity of the key or the token in the header {@code Authorization}. Without configured keys, every caller
     * without a token is the operator. Throws {@link HttpRequestException} with status 401 if the credentials are missing or
     * wrong, and with 503 if they cannot be checked now. May block: see {@link #mayBlock}.
     *
     * @param authorization all values of the header
     */
    public Identity authenticate(List<String> authorization) {
        String bearer = authorization.size() == 1 ? bearer(authorization.getFirst()) : null;
        if (!keys.required() && !isToken(bearer)) {
            return LOCAL;
        }
        if (bearer == null) {
            throw unauthenticated("An API key is required in the header `Authorization: Bearer <key>`.", "Bearer");
        }
        Identity identity = keys.identity(bearer);
        if (identity == null && isToken(bearer)) {
            return player(bearer);
        }
        if (identity == null) {
            throw unauthenticated("The API key is not valid.", INVALID);
        }
        return identity;
    }

    private Identity player(String token) {
        try {
            return tokens.verify(token);
        } catch (RequestException e) {
            throw e.code() == RequestErrorCode.UNAUTHENTICATED
                    ? unauthenticated(e.message(), INVALID)
                    : new HttpRequestException(503, e.code(), e.message(), Map.of("Retry-After", "5"));
        }
    }

    private static @Nullable String bearer(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : null;
    }

    private static boolean isToken(@Nullable String bearer) {
        return bearer != null && JWT.matcher(bearer).matches();
    }

    private static HttpRequestException unauthenticated(String message, String challenge) {
        return new HttpRequestException(
                401, RequestErrorCode.UNAUTHENTICATED, message, Map.of("WWW-Authenticate", challenge));
    }
}
