package laurel.player;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;

/** A service with issuers, and the tokens that they sign. */
final class TokenFixture {
    static final String ISSUER = "https://login.studio.example";
    static final String SECRET = "a-secret-of-the-studio-of-at-least-64-bytes-0123456789-0123456789";
    static final Instant START = Instant.parse("2025-07-13T14:30:00Z");

    final TickingClock clock = new TickingClock(START);
    final PlayerTokens tokens;

    TokenFixture(IssuerSettings... issuers) {
        var configured = new ConfiguredIssuers(Arrays.asList(issuers), settings());
        tokens = new PlayerTokens(configured, settings(), () -> "0123456789abcdef".repeat(4), clock);
    }

    static TokenSettings settings() {
        return new TokenSettings(
                Duration.ofSeconds(60),
                Duration.ofHours(24),
                8_192,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofHours(24));
    }

    /** An issuer with a secret. */
    static IssuerSettings secret() {
        return issuer(SECRET, null, null);
    }

    static IssuerSettings issuer(@Nullable String secret, @Nullable String publicKey, @Nullable String jwksUrl) {
        return new IssuerSettings(
                0, ISSUER, "laurel", null, null, null, secret, publicKey, jwksUrl, "sub", "ACCOUNT", null);
    }

    /** A token that is valid for an hour, with other claims. */
    static String token(Consumer<JWTClaimsSet.Builder> claims) {
        try {
            return token(
                    new JWSHeader(JWSAlgorithm.HS256), new MACSigner(SECRET.getBytes(StandardCharsets.UTF_8)), claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String token(JWSHeader header, JWSSigner signer, Consumer<JWTClaimsSet.Builder> claims) {
        var builder = new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(List.of("other", "laurel"))
                .subject("42")
                .issueTime(Date.from(START))
                .expirationTime(Date.from(START.plusSeconds(3_600)));
        claims.accept(builder);
        try {
            var token = new SignedJWT(header, builder.build());
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
