package laurel.player;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import jakarta.inject.Singleton;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.player.Issuer.Value;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.access.Identity;
import laurel.request.access.TokenVerifier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the tokens of players, and verifies them and those of other issuers. Every node has the same key, which the database
 * has generated.
 */
@Singleton
public class PlayerTokens implements TokenVerifier {
    private static final String ENTITY_TYPE = "entity_type";
    private static final Duration MIN_LIFETIME = Duration.ofSeconds(1);

    private final Map<String, Issuer> issuers;
    private final TokenSettings settings;
    private final TokenTimes times;
    private final Clock clock;
    private final SecretKey key;
    private final Issuer laurel;

    PlayerTokens(ConfiguredIssuers issuers, TokenSettings settings, SigningKeyRepository secrets, Clock clock) {
        this.issuers = issuers.byName();
        this.settings = settings;
        this.times = new TokenTimes(settings.clockSkew(), settings.maxLifetime());
        this.clock = clock;
        SecretKey own = new SecretKeySpec(HexFormat.of().parseHex(secrets.key()), "HmacSHA256");
        this.key = own;
        this.laurel = new Issuer(
                ConfiguredIssuers.LAUREL,
                null,
                Value.claim("aud"),
                Value.claim(ENTITY_TYPE),
                Value.claim("sub"),
                Set.of(JWSAlgorithm.HS256),
                (header, now) -> List.of(own));
    }

    @Override
    public Identity verify(String token) {
        if (token.length() > settings.maxSize()) {
            throw new InvalidTokenException(
                    "The token has more than " + settings.maxSize() + " characters (`laurel.tokens.max-size`).");
        }
        Instant now = clock.instant();
        SignedJWT signed = signed(token);
        JWTClaimsSet claims = claims(signed);
        Issuer issuer = issuer(claims.getIssuer());
        issuer.checkSignature(signed, now);
        times.check(claims, now);
        return issuer.identity(claims);
    }

    private Issuer issuer(@Nullable String name) {
        Issuer issuer = ConfiguredIssuers.LAUREL.equals(name) ? laurel : issuers.get(name);
        if (issuer == null) {
            throw new InvalidTokenException("The issuer of the token is not known (`iss`).");
        }
        return issuer;
    }

    private static SignedJWT signed(String token) {
        try {
            if (JWTParser.parse(token) instanceof SignedJWT signed) {
                return signed;
            }
        } catch (ParseException e) {
            throw new InvalidTokenException("The token is not a JWT.");
        }
        throw new InvalidTokenException("The token is not signed (`alg`).");
    }

    private static JWTClaimsSet claims(SignedJWT token) {
        try {
            return token.getJWTClaimsSet();
        } catch (ParseException e) {
            throw new InvalidTokenException("The token's claims are not valid JSON, or have wrong types.");
        }
    }

    /**
     * Creates a token, for a player that may have no participant yet. Refuses, in this order: INVALID_EXTERNAL_ID,
     * INVALID_ENTITY_TYPE, DURATION_OUT_OF_RANGE.
     *
     * @param app key of the app
     */
    public PlayerToken create(String app, ExternalParticipantId player, Duration lifetime, Instant now) {
        try {
            var unused = new ParticipantInput(player, null, null, null, null).checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
        checkLifetime(lifetime);
        // Times of tokens are whole seconds.
        Instant expiresAt = Instant.ofEpochSecond(now.plus(lifetime).getEpochSecond());
        var claims = new JWTClaimsSet.Builder()
                .issuer(ConfiguredIssuers.LAUREL)
                .audience(app)
                .subject(player.externalId())
                .claim(ENTITY_TYPE, player.entityType())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(expiresAt))
                .build();
        return new PlayerToken(sign(claims), expiresAt);
    }

    private void checkLifetime(Duration lifetime) {
        if (lifetime.compareTo(MIN_LIFETIME) < 0 || lifetime.compareTo(settings.maxLifetime()) > 0) {
            throw new RefusedException(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`lifetime` is " + lifetime + "; it must be between " + MIN_LIFETIME + " and "
                            + settings.maxLifetime() + ".",
                    "lifetime");
        }
    }

    private String sign(JWTClaimsSet claims) {
        try {
            var token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
            token.sign(new MACSigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
