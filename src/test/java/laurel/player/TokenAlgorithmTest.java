package laurel.player;

import static java.nio.charset.StandardCharsets.UTF_8;
import static laurel.player.PlayerTokensTest.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import java.io.IOException;
import java.io.InputStream;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.text.ParseException;
import java.util.Base64;
import java.util.Set;
import laurel.request.access.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Algorithms of signatures, and attempts to use one for another. */
class TokenAlgorithmTest {
    /** Two keys of 2,048 bits for tests: the JVM of the tests takes seconds to generate one. */
    private static final JWKSet RSA_KEYS = rsaKeys();

    private static final RSAKey RSA = RSA_KEYS.getKeyByKeyId("one").toRSAKey();
    private static final RSAKey OTHER_RSA = RSA_KEYS.getKeyByKeyId("other").toRSAKey();

    /** A key pair, and a signer for one algorithm. */
    private record Pair(PublicKey publicKey, JWSSigner signer) {
        String pem() {
            String body = Base64.getMimeEncoder().encodeToString(publicKey.getEncoded());
            return "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HS256", "HS384", "HS512"})
    void acceptsSecret(String algorithm) throws JOSEException {
        var fixture = new TokenFixture(TokenFixture.secret());
        String token = signed(algorithm, new MACSigner(TokenFixture.SECRET.getBytes(UTF_8)));
        assertThat(fixture.tokens.verify(token).role()).isEqualTo(Role.PLAYER);
        assertRejected(fixture, signed(algorithm, new MACSigner("x".repeat(64))), "signature");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"
            })
    void acceptsPublicKey(String algorithm) throws Exception {
        Pair pair = pair(algorithm);
        var fixture = new TokenFixture(TokenFixture.issuer(null, pair.pem(), null));
        String token = signed(algorithm, pair.signer());
        assertThat(fixture.tokens.verify(token).role()).isEqualTo(Role.PLAYER);
        assertRejected(fixture, signed(algorithm, pair(algorithm, OTHER_RSA).signer()), "signature");
        assertRejected(fixture, token.substring(0, token.lastIndexOf('.') + 1), "JWT");
    }

    @Test
    void rejectsUnsignedToken() {
        String token = new PlainJWT(
                        new JWTClaimsSet.Builder().issuer(TokenFixture.ISSUER).build())
                .serialize();
        assertRejected(new TokenFixture(TokenFixture.secret()), token, "not signed (`alg`)");
    }

    /** The public key is known to everyone, and would be a secret if the token decided the algorithm. */
    @Test
    void rejectsSignatureByPublicKeyAsSecret() throws Exception {
        Pair pair = pair("RS256");
        var fixture = new TokenFixture(TokenFixture.issuer(null, pair.pem(), null));
        for (byte[] secret :
                new byte[][] {pair.publicKey().getEncoded(), pair.pem().getBytes(UTF_8)}) {
            assertRejected(fixture, signed("HS256", new MACSigner(secret)), "does not use its algorithm (`alg`)");
        }
    }

    @Test
    void rejectsAlgorithmThatIssuerDoesNotUse() throws Exception {
        var given = TokenFixture.secret();
        var fixture = new TokenFixture(new IssuerSettings(
                0,
                given.issuer(),
                given.audience(),
                "game",
                null,
                "HS512, HS384",
                given.secret(),
                null,
                null,
                "sub",
                "ACCOUNT",
                null));
        var signer = new MACSigner(TokenFixture.SECRET.getBytes(UTF_8));
        assertThat(fixture.tokens.verify(signed("HS512", signer)).app()).isEqualTo("game");
        assertRejected(fixture, signed("HS256", signer), "does not use its algorithm (`alg`)");
    }

    @Test
    void rejectsUnknownCriticalExtension() throws Exception {
        for (String algorithm : new String[] {"ES256", "EdDSA"}) {
            Pair pair = pair(algorithm);
            var header = new JWSHeader.Builder(JWSAlgorithm.parse(algorithm))
                    .criticalParams(Set.of("more"))
                    .customParam("more", 1)
                    .build();
            assertRejected(
                    new TokenFixture(TokenFixture.issuer(null, pair.pem(), null)),
                    TokenFixture.token(header, pair.signer(), claims -> {}),
                    "signature");
        }
    }

    private static JWKSet rsaKeys() {
        try (InputStream file = TokenAlgorithmTest.class.getResourceAsStream("/player/rsa-keys.json")) {
            return JWKSet.load(file);
        } catch (IOException | ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String signed(String algorithm, JWSSigner signer) {
        return TokenFixture.token(new JWSHeader(JWSAlgorithm.parse(algorithm)), signer, claims -> {});
    }

    private static Pair pair(String algorithm) throws JOSEException, NoSuchAlgorithmException {
        return pair(algorithm, RSA);
    }

    /** A new pair; for RSA, whose keys take long to generate, this one. */
    private static Pair pair(String algorithm, RSAKey rsa) throws JOSEException, NoSuchAlgorithmException {
        return switch (algorithm.substring(0, 2)) {
            case "RS", "PS" -> new Pair(rsa.toPublicKey(), new RSASSASigner(rsa));
            case "ES" -> {
                var curve = Curve.forJWSAlgorithm(JWSAlgorithm.parse(algorithm))
                        .iterator()
                        .next();
                var ec = new ECKeyGenerator(curve).generate();
                yield new Pair(ec.toPublicKey(), new ECDSASigner(ec));
            }
            default -> {
                var ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
                yield new Pair(ed.getPublic(), new Ed25519JdkSigner(ed.getPrivate()));
            }
        };
    }
}
