package laurel.player;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.CachingJWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.OutageTolerantJWKSetSource;
import com.nimbusds.jose.jwk.source.RateLimitedJWKSetSource;
import com.nimbusds.jose.jwk.source.URLBasedJWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import java.net.URL;
import java.security.Key;
import java.time.Instant;
import java.util.List;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that an issuer publishes (JWKS). They are fetched when the first token needs them, again when they are older than
 * the cache time, and when a token names a key that is not among them, though at most twice in the refresh interval: any client can
 * send such tokens. The last keys stay in use while the issuer does not respond.
 *
 * <p>Composed as nimbus' {@code JWKSourceBuilder} does it, with the time as an argument.
 */
final class JwksKeys implements VerificationKeys {
    private static final Logger LOG = LoggerFactory.getLogger(JwksKeys.class);
    private static final int FETCH_MILLIS = 3_000;
    private static final int MAX_BYTES = 262_144;

    private final JWKSetSource<SecurityContext> source;

    JwksKeys(URL url, TokenSettings settings) {
        var http = new URLBasedJWKSetSource<>(url, new DefaultResourceRetriever(FETCH_MILLIS, FETCH_MILLIS, MAX_BYTES));
        var limited = new RateLimitedJWKSetSource<>(
                http, settings.jwksRefreshInterval().toMillis(), null);
        var tolerant = new OutageTolerantJWKSetSource<>(
                limited,
                settings.jwksOutageTime().toMillis(),
                outage -> LOG.warn("{} does not respond; its last keys stay in use", url));
        this.source =
                new CachingJWKSetSource<>(tolerant, settings.jwksCacheTime().toMillis(), 2L * FETCH_MILLIS, null);
    }

    @Override
    public List<? extends Key> fitting(JWSHeader header, Instant now) {
        var selector = new JWKSelector(JWKMatcher.forJWSHeader(header));
        JWKSet known = known(now);
        List<? extends Key> keys = keys(selector, known);
        return keys.isEmpty() ? keys(selector, refreshed(known, now)) : keys;
    }

    private static List<? extends Key> keys(JWKSelector selector, JWKSet set) {
        return selector.select(set).stream()
                .flatMap(jwk -> PublicKeys.of(jwk).stream())
                .toList();
    }

    private JWKSet known(Instant now) {
        try {
            return source.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), now.toEpochMilli(), null);
        } catch (KeySourceException e) {
            throw new RequestException(
                    RequestErrorCode.UNAVAILABLE,
                    "The keys of the token's issuer are not available; try again later.",
                    e);
        }
    }

    /** Fetches the keys again unless another thread has done so. */
    private JWKSet refreshed(JWKSet known, Instant now) {
        try {
            return source.getJWKSet(JWKSetCacheRefreshEvaluator.referenceComparison(known), now.toEpochMilli(), null);
        } catch (KeySourceException e) {
            // Fetched too recently, or not reachable.
            return known;
        }
    }
}
