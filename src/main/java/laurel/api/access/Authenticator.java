package laurel.api.access;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.api.error.HttpRequestException;
import laurel.request.AppSource;
import laurel.request.Identity;
import laurel.request.KeySource;
import laurel.request.RequestErrorCode;

/** Checks the API key of a request. */
@Singleton
public final class Authenticator {
    private static final String BEARER = "bearer ";

    /** Every caller of a service without keys, which is only reachable as localhost. */
    public static final Identity LOCAL = Identity.operator("localhost");

    private final ConfiguredKeys configured;
    private final KeySource stored;
    private final AppSource apps;
    private final Clock clock;

    Authenticator(ConfiguredKeys configured, KeySource stored, AppSource apps, Clock clock) {
        this.configured = configured;
        this.stored = stored;
        this.apps = apps;
        this.clock = clock;
    }

    /** Whether requests need a key. */
    public boolean required() {
        return configured.required();
    }

    /** Whether {@link #authenticate} may block, because it may read from the database. */
    public boolean mayBlock(List<String> authorization) {
        return authorization.isEmpty()
                ? configured.required() && !apps.isAnonymousKnown()
                : authorization.size() == 1 && !stored.isCached(bearer(authorization.getFirst()));
    }

    /**
     * Returns the identity of the key in the header {@code Authorization}. A service without configured keys responds only to
     * requests of the local machine: without a header, their caller is the operator. Otherwise a caller without a header is
     * anonymous if any app allows it, which {@link CallerResolver} checks for the app. Throws {@link HttpRequestException} with
     * status 401 if the key is missing or wrong. May block: see {@link #mayBlock}.
     *
     * @param authorization all values of the header
     */
    public Identity authenticate(List<String> authorization) {
        if (authorization.isEmpty() && !configured.required()) {
            return LOCAL;
        }
        if (authorization.isEmpty() && !apps.anonymousApps().isEmpty()) {
            return Identity.ANONYMOUS;
        }
        String key = authorization.size() == 1 ? bearer(authorization.getFirst()) : "";
        if (key.isEmpty()) {
            throw missing();
        }
        Identity identity = configured.identity(key);
        if (identity == null) {
            identity = stored.identity(key, clock.instant());
        }
        if (identity == null) {
            throw unauthenticated("The API key is not valid.", "Bearer error=\"invalid_token\"");
        }
        return identity;
    }

    /** The key in a value of the header; empty if there is none. */
    private static String bearer(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? authorization.substring(BEARER.length()).strip()
                : "";
    }

    /** The rejection of a caller without credentials. */
    static HttpRequestException missing() {
        return unauthenticated("An API key is required in the header `Authorization: Bearer <key>`.", "Bearer");
    }

    private static HttpRequestException unauthenticated(String message, String challenge) {
        return new HttpRequestException(
                401, RequestErrorCode.UNAUTHENTICATED, message, Map.of("WWW-Authenticate", challenge));
    }
}
