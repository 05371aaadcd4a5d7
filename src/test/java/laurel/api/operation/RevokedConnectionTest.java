package laurel.api.operation;

import static laurel.api.TestServer.PLAYER_TOKEN;
import static laurel.api.TestServer.PLAYER_TOKEN_EXPIRES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.http.HttpApi;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections whose token expires, or whose caller is revoked, while they are open. */
final class RevokedConnectionTest {
    private static final String KEY = "key-of-this-test-0123456789";
    private static final String EXPIRED = "event: next\ndata: {\"errors\":[{\"message\":\"The token has expired.\","
            + "\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}\n\nevent: complete\ndata:\n\n";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of("laurel.keys", KEY));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.checkAfter(Duration.ofSeconds(11));
        server.assertIdle();
    }

    @Test
    void closesSocketWhoseTokenHasExpired() throws IOException {
        try (RawSocket player = socket(PLAYER_TOKEN);
                RawSocket other = socket(KEY)) {
            expire(59);
            player.assertOpen();
            expire(60);
            assertThat(player.readClose()).isEqualTo("4403 The token has expired.");
            other.assertOpen();
        }
    }

    @Test
    void closesSocketOfRevokedCaller() throws IOException {
        try (RawSocket player = socket(PLAYER_TOKEN);
                RawSocket other = socket(KEY)) {
            connections().closeAll(caller -> caller.identity().role() == Role.ADMIN, "The API key is revoked.");
            assertThat(other.readClose()).isEqualTo("4403 The API key is revoked.");
            player.assertOpen();
        }
    }

    @Test
    void leavesSocketWithoutCallerOpen() throws IOException {
        try (RawSocket socket = RawSocket.upgraded(server.uri())) {
            connections().closeAll(caller -> true, "Revoked.");
            socket.assertOpen();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/graphql", "/graphql/stream"})
    void endsEventStreamWhoseTokenHasExpired(String path) throws IOException {
        try (RawSocket stream = new RawSocket(server.uri())) {
            stream.write("GET " + path + "?query=subscription%7Bmessage%7Btext%7D%7D HTTP/1.1\r\nHost: localhost\r\n"
                    + "Accept: text/event-stream\r\nAuthorization: Bearer " + PLAYER_TOKEN + "\r\n\r\n");
            assertThat(stream.readHead()).startsWith("HTTP/1.1 200");
            stream.readUntil(":\n\n");
            expire(60);
            assertThat(stream.readUntil("event: complete\ndata:\n\n")).contains(EXPIRED);
        }
    }

    @Test
    void endsReservedStreamWhoseTokenHasExpired() {
        var request = HttpRequest.newBuilder(server.uri()).header("Authorization", "Bearer " + PLAYER_TOKEN);
        String stream = server.send(request.copy().PUT(BodyPublishers.noBody())).text();
        expire(60);
        var answer = server.send(request.copy()
                .header(HttpApi.STREAM_TOKEN_HEADER, stream)
                .header("Accept", "text/event-stream")
                .GET());
        assertThat(answer.code()).isEqualTo("STREAM_NOT_FOUND");
    }

    @Test
    void rejectsInvalidToken() throws IOException {
        try (RawSocket socket = RawSocket.upgraded(server.uri(), "Authorization: Bearer e30.e30.e30")) {
            socket.sendText("{\"type\":\"connection_init\"}");
            assertThat(socket.readClose()).isEqualTo("4403 The signature of the token is not valid.");
        }
    }

    private static void expire(int seconds) {
        connections().closeExpired(PLAYER_TOKEN_EXPIRES.plusSeconds(seconds));
    }

    private static LiveConnections connections() {
        return server.bean(LiveConnections.class);
    }

    private static RawSocket socket(String key) throws IOException {
        RawSocket socket = RawSocket.upgraded(server.uri(), "Authorization: Bearer " + key);
        socket.sendText("{\"type\":\"connection_init\"}");
        assertThat(socket.readText()).contains("connection_ack");
        return socket;
    }
}
