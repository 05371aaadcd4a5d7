package laurel.api.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.TestServer.Answer;
import laurel.database.Until;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals of all transports. A key may send three requests at once, and six a minute. */
final class RateLimitedRequestTest {
    private static final String KEY = "a-key-for-this-test";
    private static final String OTHER_KEY = "another-key-for-this-test";
    private static final Map<String, Object> SETTINGS = Map.of(
            "laurel.keys", KEY + "," + OTHER_KEY,
            "laurel.rates.admin", 600,
            "laurel.rates.admin-burst", 300,
            "laurel.rates.anonymous", 600,
            "laurel.rates.anonymous-burst", 300,
            "laurel.rates.failed-authentications", 2,
            "laurel.trusted-proxies", "127.0.0.1");

    private static final String CLIENT = "X-Forwarded-For: 203.0.113.9";

    private final TickingTime time = new TickingTime();
    private final LiveServer server = new LiveServer(SETTINGS, time);

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpRequest.Builder request(String path, String key) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path)).header("Authorization", "Bearer " + key);
    }

    private Answer post(String body, String accept) {
        return server.send(request("", KEY)
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(BodyPublishers.ofString(body)));
    }

    private Answer get(String query, String key) {
        return server.send(request("?query=" + query, key));
    }

    private void useUp() {
        for (int n = 0; n < 3; n++) {
            assertThat(get("%7Bhello%7D", KEY).status()).isEqualTo(200);
        }
    }

    private static void assertRefused(Answer answer, int seconds) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(429);
        assertThat(answer.header("retry-after")).isEqualTo(String.valueOf(seconds));
        assertThat(answer.code()).isEqualTo("RATE_LIMITED");
        assertThat(String.valueOf(answer.at("errors", 0, "extensions", "retryAfter")))
                .isEqualTo(String.valueOf(seconds));
        assertThat(answer.at("data")).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query": "{ hello }"}             | application/graphql-response+json
            {"query": "{ hello }"}             | application/json
            {"query": "mutation { increment }"} | application/json
            {"query": "{ hello }"}             | text/event-stream
            {                                  | application/json
            """)
    void refusesRequestsUntilBudgetHasFilled(String body, String accept) {
        useUp();
        time.pass(Duration.ofMillis(8_500));
        int before = server.schema.increments.get();
        assertRefused(post(body, accept), 2);
        assertThat(server.schema.increments).hasValue(before);
        time.pass(Duration.ofMillis(1_500));
        assertThat(post(body, accept).status()).isNotEqualTo(429);
    }

    @Test
    void countsGetAndReservedStreams() {
        for (String method : new String[] {"PUT", "PUT", "PUT"}) {
            assertThat(server.send(request("/stream", KEY).method(method, BodyPublishers.noBody()))
                            .status())
                    .isEqualTo(201);
        }
        assertRefused(get("%7Bhello%7D", KEY), 10);
        assertRefused(server.send(request("/stream", KEY).PUT(BodyPublishers.noBody())), 10);
    }

    @Test
    void doesNotRefuseOtherKeysAndHealthChecks() {
        useUp();
        assertRefused(get("%7Bhello%7D", KEY), 10);
        assertThat(get("%7Bhello%7D", OTHER_KEY).status()).isEqualTo(200);
        assertThat(server.send(HttpRequest.newBuilder(server.uri().resolve("/health")))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesOperationsOnWebSocket() throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri())) {
            raw.sendText(init(KEY));
            assertThat(raw.readText()).isEqualTo(InMemorySocket.ACK);
            for (int n = 0; n < 2; n++) {
                raw.sendText(InMemorySocket.subscription("1", "{ hello }"));
                assertThat(raw.readText()).contains("Hello");
                assertThat(raw.readText()).contains("complete");
            }
            raw.sendText(InMemorySocket.subscription("1", "{ hello }"));
            assertThat(raw.readText())
                    .startsWith("{\"id\":\"1\",\"type\":\"error\",\"payload\":[{\"message\":")
                    .contains("\"extensions\":{\"code\":\"RATE_LIMITED\",\"retryAfter\":10}");
            assertRefused(get("%7Bhello%7D", KEY), 10);
            time.pass(Duration.ofSeconds(10));
            raw.sendText(InMemorySocket.subscription("1", "{ hello }"));
            assertThat(raw.readText()).contains("Hello");
        }
    }

    @Test
    void refusesHandshakesOfAddressWithoutFirstMessages() throws IOException {
        for (int n = 0; n < 3; n++) {
            RawSocket.upgraded(server.uri(), CLIENT).close();
        }
        try (RawSocket raw = new RawSocket(server.uri())) {
            raw.write(RawSocket.upgrade("Sec-WebSocket-Protocol: graphql-transport-ws", CLIENT));
            assertThat(raw.readHead()).startsWith("HTTP/1.1 429").contains("retry-after: 10");
            assertThat(raw.readUntil("]}")).contains("\"code\":\"RATE_LIMITED\",\"retryAfter\":10}");
        }
        RawSocket.upgraded(server.uri(), "X-Forwarded-For: 203.0.113.10").close();
        assertThat(guess("203.0.113.9", KEY).status()).isEqualTo(200);
        time.pass(Duration.ofSeconds(10));
        RawSocket.upgraded(server.uri(), CLIENT).close();
    }

    @Test
    void chargesHandshakesToKnownCaller() throws IOException {
        for (int n = 0; n < 3; n++) {
            assertThat(firstMessage(KEY)).isEqualTo(InMemorySocket.ACK);
        }
        assertRefused(get("%7Bhello%7D", KEY), 10);
        assertThat(firstMessage(KEY)).startsWith("1013 The caller has used its budget");
        assertThat(firstMessage(OTHER_KEY)).isEqualTo(InMemorySocket.ACK);
        assertThat(firstMessage(OTHER_KEY)).isEqualTo(InMemorySocket.ACK);
    }

    /** Opens a WebSocket, and returns the response to its first message. */
    private String firstMessage(String key) throws IOException {
        Until.holds(() -> server.gauge("laurel.live.connections") == 0);
        try (RawSocket raw = RawSocket.upgraded(server.uri(), CLIENT)) {
            raw.sendText(init(key));
            return raw.readFrame().payload();
        }
    }

    @Test
    void refusesGuessesOfOneAddress() {
        for (int n = 0; n < 2; n++) {
            assertThat(guess("203.0.113.9", "wrong-wrong-wrong-" + n).status()).isEqualTo(401);
        }
        assertRefused(guess("203.0.113.9", "wrong-wrong-wrong-3"), 30);
        assertRefused(guess("203.0.113.9", KEY), 30);
        assertThat(guess("203.0.113.10", KEY).status()).isEqualTo(200);
        assertThat(guess("203.0.113.10", "wrong-wrong-wrong-4").status()).isEqualTo(401);
        time.pass(Duration.ofSeconds(30));
        assertThat(guess("203.0.113.9", KEY).status()).isEqualTo(200);
    }

    private Answer guess(String client, String key) {
        return server.send(request("?query=%7Bhello%7D", key).header("X-Forwarded-For", "1.1.1.1, " + client));
    }

    @Test
    void refusesGuessesOnWebSockets() throws IOException {
        for (String expected :
                new String[] {"4403 The API key or token is not valid.", "4403 The API key", "1013 The address"}) {
            try (RawSocket raw = RawSocket.upgraded(server.uri(), CLIENT)) {
                raw.sendText(init("wrong-wrong-wrong"));
                assertThat(raw.readClose()).startsWith(expected);
            }
        }
        assertRefused(guess("203.0.113.9", KEY), 30);
    }

    /** Requests without credentials guess nothing. */
    @Test
    void doesNotCountRequestsWithoutCredentials() {
        for (int n = 0; n < 5; n++) {
            assertThat(server.send(HttpRequest.newBuilder(server.uri())).status())
                    .isEqualTo(401);
        }
    }

    private static String init(String key) {
        return "{\"type\": \"connection_init\", \"payload\": {\"Authorization\": \"Bearer " + key + "\"}}";
    }

    @Test
    void doesNotLimitAdministratorsByDefault() {
        Map<String, Object> settings = new HashMap<>(Map.of("laurel.keys", KEY));
        try (var unlimited = new LiveServer(settings, time)) {
            for (int n = 0; n < 50; n++) {
                assertThat(unlimited
                                .send(HttpRequest.newBuilder(URI.create(unlimited.uri() + "?query=%7Bhello%7D"))
                                        .header("Authorization", "Bearer " + KEY))
                                .status())
                        .isEqualTo(200);
            }
        }
    }
}
