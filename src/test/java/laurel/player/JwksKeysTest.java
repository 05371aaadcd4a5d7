package laurel.player;

import static java.nio.charset.StandardCharsets.UTF_8;
import static laurel.player.PlayerTokensTest.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that an issuer publishes, replaces, or cannot publish now. */
class JwksKeysTest {
    private final AtomicInteger fetches = new AtomicInteger();
    private final ECKey first = key("first");
    private final ECKey second = key("second");
    private volatile JWKSet published = new JWKSet(first);
    private volatile boolean down;
    private HttpServer http;
    private TokenFixture fixture;

    @BeforeEach
    void publish() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/keys", exchange -> {
            fetches.incrementAndGet();
            byte[] body = published.toString(true).getBytes(UTF_8);
            exchange.sendResponseHeaders(down ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
        fixture = new TokenFixture(TokenFixture.issuer(
                null, null, "http://127.0.0.1:" + http.getAddress().getPort() + "/keys"));
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    @Test
    void fetchesKeysOnce() {
        assertAccepted(first);
        assertAccepted(first);
        assertThat(fetches).hasValue(1);
    }

    @Test
    void fetchesNewKeyWhenTokenNamesIt() {
        assertAccepted(first);
        published = new JWKSet(List.of(first, second));
        assertAccepted(second);
        assertAccepted(first);
        assertThat(fetches).hasValue(2);
    }

    @Test
    void rejectsRemovedKeyAfterCacheTime() {
        assertAccepted(first);
        published = new JWKSet(second);
        fixture.clock.advance(Duration.ofMinutes(4));
        assertAccepted(first);
        fixture.clock.advance(Duration.ofMinutes(2));
        assertRejected(fixture, signed(first), "no such key (`kid`)");
        assertAccepted(second);
    }

    @Test
    void fetchesAtMostTwiceInRefreshInterval() {
        assertAccepted(first);
        for (int n = 0; n < 10; n++) {
            assertRejected(fixture, signed(key("unknown-" + n)), "no such key (`kid`)");
        }
        assertThat(fetches).hasValue(2);
        assertAccepted(first);
        fixture.clock.advance(Duration.ofSeconds(31));
        published = new JWKSet(second);
        assertAccepted(second);
    }

    @Test
    void keepsLastKeysWhileIssuerIsDown() {
        assertAccepted(first);
        down = true;
        for (int n = 0; n < 8; n++) {
            fixture.clock.advance(Duration.ofMinutes(6));
            assertAccepted(first);
            assertRejected(fixture, signed(second), "no such key (`kid`)");
        }
        published = new JWKSet(second);
        down = false;
        fixture.clock.advance(Duration.ofMinutes(6));
        assertAccepted(second);
    }

    @Test
    void isUnavailableUntilKeysAreKnown() {
        down = true;
        for (int n = 0; n < 5; n++) {
            assertThatThrownBy(() -> fixture.tokens.verify(signed(first)))
                    .isInstanceOfSatisfying(
                            RequestException.class, e -> assertThat(e.code()).isEqualTo(RequestErrorCode.UNAVAILABLE));
        }
        assertThat(fetches).hasValue(2);
        down = false;
        fixture.clock.advance(Duration.ofSeconds(31));
        assertAccepted(first);
    }

    @Test
    void rejectsSecretAlgorithmAndWrongKey() throws JOSEException {
        String byText = TokenFixture.token(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                new MACSigner(first.toPublicJWK().toJSONString()),
                claims -> {});
        assertRejected(fixture, byText, "does not use its algorithm (`alg`)");
        assertRejected(fixture, signed(key("first")), "signature");
        assertAccepted(new ECKey.Builder(first).keyID(null).build());
    }

    @Test
    void acceptsEd25519() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] x509 = pair.getPublic().getEncoded();
        var x = Base64URL.encode(Arrays.copyOfRange(x509, x509.length - 32, x509.length));
        published = new JWKSet(
                new OctetKeyPair.Builder(Curve.Ed25519, x).keyID("ed").build());
        String token = TokenFixture.token(
                new JWSHeader.Builder(JWSAlgorithm.EdDSA).keyID("ed").build(),
                new Ed25519JdkSigner(pair.getPrivate()),
                claims -> {});
        assertThat(fixture.tokens.verify(token).role()).isEqualTo(Role.PLAYER);
    }

    private void assertAccepted(ECKey key) {
        assertThat(fixture.tokens.verify(signed(key)).role()).isEqualTo(Role.PLAYER);
    }

    /** Not expired at the current time. */
    private String signed(ECKey key) {
        try {
            var now = fixture.clock.instant();
            var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                    .keyID(key.getKeyID())
                    .build();
            return TokenFixture.token(header, new ECDSASigner(key), claims -> claims.issueTime(Date.from(now))
                    .expirationTime(Date.from(now.plusSeconds(60))));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ECKey key(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
