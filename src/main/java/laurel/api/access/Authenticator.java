package laurel.api.access;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import laurel.api.error.HttpRequestException;
import laurel.request.AppSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.KeySource;
import laurel.request.access.TokenVerifier;

/** Checks the API key, or the token of a player, of a request. */
@Singleton
public final class Authenticator {
    private static final String BEARER = "bearer ";
    private static final String INVALID = "Bearer error=\"invalid_token\"";

    /** Every caller of a service without keys, which is only reachable as localhost. */
    public static final Identity LOCAL = Identity.operator("localhost");

    /** Three texts in base64url. That of the signature may be empty. */
    private static final Pattern JWT = Pattern.compile("[\\w-]++\\.[\\w-]++\\.[\\w-]*+");

    private final ConfiguredKeys configured;
    private final KeySource stored;
    private final TokenVerifier tokens;
    private final AppSource apps;
    private final Clock clock;

    Authenticator(ConfiguredKeys configured, KeySource stored, TokenVerifier tokens, AppSource apps, Clock clock) {
        this.configured = configured;
        this.stored = stored;
        this.tokens = tokens;
        this.apps = apps;
        this.clock = clock;
    }

    /** Whether requests need a key. */
    public boolean required() {
        return configured.required();
    }

    /** Whether {@link #authenticate} may block, because it may read the database or fetch keys of the issuer of a token. */
    public boolean mayBlock(List<String> authorization) {
        if (authorization.isEmpty()) {
            return configured.required() && !apps.isAnonymousKnown();
        }
        String bearer = authorization.size() == 1 ? bearer(authorization.getFirst()) : "";
        return isToken(bearer) || !stored.isCached(bearer);
    }

    /**
     * Returns the identity of the key or the token in the header {@code Authorization}. A service without configured keys
     * responds only to requests of the local machine: without a header, their caller is the operator. Otherwise a caller
     * without a header is anonymous if any app allows it, which {@link CallerResolver} checks for the app. Throws {@link
     * HttpRequestException} with status 401 if the credentials are missing or wrong, and with 503 if they cannot be checked
     * now. May block: see {@link #mayBlock}.
     *
     * @param authorization all values of the header
     * @param beforeRead    is called with the public ID of an API key before the database is read; may throw
     */
    public Identity authenticate(List<String> authorization, Consumer<String> beforeRead) {
        if (authorization.isEmpty() && !configured.required()) {
            return LOCAL;
        }
        if (authorization.isEmpty() && !apps.anonymousApps().isEmpty()) {
            return Identity.ANONYMOUS;
        }
        String bearer = authorization.size() == 1 ? bearer(authorization.getFirst()) : "";
        if (bearer.isEmpty()) {
            throw missing();
        }
        Identity identity = configured.identity(bearer);
        if (identity == null && isToken(bearer)) {
            return player(bearer);
        }
        if (identity == null) {
            identity = stored.identity(bearer, clock.instant(), beforeRead);
        }
        if (identity == null) {
            throw unauthenticated("The API key or token is not valid.", INVALID);
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

    /** The key or token in a value of the header; empty if there is none. */
    private static String bearer(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : "";
    }

    private static boolean isToken(String bearer) {
        return JWT.matcher(bearer).matches();
    }

    /** The rejection of a caller without credentials. */
    static HttpRequestException missing() {
        return unauthenticated(
                "An API key or a token is required in the header `Authorization: Bearer <key>`.", "Bearer");
    }

    private static HttpRequestException unauthenticated(String message, String challenge) {
        return new HttpRequestException(
                401, RequestErrorCode.UNAUTHENTICATED, message, Map.of("WWW-Authenticate", challenge));
    }
}
