package laurel.player;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.api.RawSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tokens of an issuer whose keys cannot be fetched are not wrong credentials. An address may send two of these. */
class UnavailableIssuerTest {
    private static LaurelServer server;
    private static String token;

    @BeforeAll
    static void start() throws IOException, JOSEException {
        server = LaurelServer.start(
                new TickingClock(TokenFixture.START),
                Map.of(
                        "laurel.rates.failed-authentications",
                        2,
                        "laurel.tokens.issuers[0].issuer",
                        TokenFixture.ISSUER,
                        "laurel.tokens.issuers[0].audience",
                        "laurel",
                        "laurel.tokens.issuers[0].jwks-url",
                        "http://127.0.0.1:" + closedPort() + "/keys"));
        token = TokenFixture.token(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("first").build(),
                new ECDSASigner(new ECKeyGenerator(Curve.P_256).generate()),
                claims -> {});
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void doesNotCountTokensOverHttp() {
        for (int n = 0; n < 3; n++) {
            assertThat(code(token)).isEqualTo("UNAVAILABLE");
        }
        assertAcceptsNewKey();
    }

    @Test
    void doesNotCountTokensOverWebSockets() throws IOException {
        for (int n = 0; n < 3; n++) {
            try (RawSocket raw = RawSocket.upgraded(server.address().resolve("/graphql"))) {
                raw.sendText(
                        "{\"type\": \"connection_init\", \"payload\": {\"Authorization\": \"Bearer " + token + "\"}}");
                assertThat(raw.readClose()).startsWith("1013 The keys of the token's issuer");
            }
        }
        assertAcceptsNewKey();
    }

    private static void assertAcceptsNewKey() {
        String key = server.client()
                .ask("mutation { createApiKey(input: {name: \"new\", role: READER}) { key } }")
                .text("data", "createApiKey", "key");
        assertThat(code(key)).isEqualTo("null");
    }

    private static String code(String credentials) {
        GraphQLClient client = server.client(credentials);
        return String.valueOf(client.send("{ __typename }", Map.of()).at("errors", 0, "extensions", "code"));
    }
}
