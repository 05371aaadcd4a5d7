package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import laurel.Together;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.api.access.Caller;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol of a socket, message by message: authentication and invalid messages. */
final class SocketSessionTest {
    private static final LiveSchema SCHEMA = new LiveSchema();
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(LiveSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void acknowledgesOneInit() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.send(InMemorySocket.INIT);
        assertThat(socket.next()).isEqualTo(InMemorySocket.ACK);
        socket.send(InMemorySocket.INIT);
        assertThat(socket.awaitClose()).isEqualTo("4429 Too many initialisation requests");
    }

    @Test
    void rejectsSecondInitDuringInit() {
        var mayGoOn = new CountDownLatch(1);
        InMemorySocket socket = new InMemorySocket(server, init -> {
            Together.await(mayGoOn);
            return new Caller(1, Identity.operator("test"), TestServer.IDS);
        });
        socket.send(InMemorySocket.INIT);
        socket.send(InMemorySocket.INIT);
        mayGoOn.countDown();
        assertThat(socket.awaitClose()).startsWith("4429");
        assertThat(socket.messages).isEmpty();
    }

    @Test
    void rejectsSubscribeBeforeInit() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.subscribe("1", "{ hello }");
        assertThat(socket.awaitClose()).startsWith("4401");
    }

    @Test
    void rejectsSubscribeDuringInit() {
        var mayGoOn = new CountDownLatch(1);
        InMemorySocket socket = new InMemorySocket(server, init -> {
            Together.await(mayGoOn);
            return new Caller(1, Identity.operator("test"), TestServer.IDS);
        });
        socket.send(InMemorySocket.INIT);
        socket.subscribe("1", "{ hello }");
        mayGoOn.countDown();
        assertThat(socket.awaitClose()).startsWith("4401");
        assertThat(socket.messages).isEmpty();
    }

    @Test
    void answersPingWithItsPayload() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.send(InMemorySocket.PING);
        assertThat(socket.next()).isEqualTo(InMemorySocket.PONG);
        socket.init();
        socket.send("{\"type\": \"ping\", \"payload\": {\"a\": [1, null]}}");
        assertThat(socket.next()).isEqualTo("{\"type\":\"pong\",\"payload\":{\"a\":[1,null]}}");
        socket.send("{\"type\": \"pong\", \"payload\": {\"a\": 1}}");
        socket.send("{\"type\": \"pong\"}");
        socket.assertNoMessage();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "[]",
                "null",
                "{}",
                "{\"type\": 1}",
                "{\"type\": \"start\"}",
                "{\"type\": \"connection_ack\"}",
                "{\"type\": \"next\", \"id\": \"1\", \"payload\": {}}",
                "{\"type\": \"error\", \"id\": \"1\", \"payload\": []}",
                "{\"type\": \"ping\", \"payload\": \"text\"}",
                "{\"type\": \"pong\", \"payload\": []}",
                "{\"type\": \"connection_init\", \"payload\": 1}",
                "{\"type\": \"ping\", \"type\": \"ping\"}",
                "{\"type\": \"ping\"} {\"type\": \"ping\"}",
                "{\"type\": \"complete\"}",
                "{\"type\": \"complete\", \"id\": 1}",
                "{\"type\": \"subscribe\", \"payload\": {\"query\": \"{ hello }\"}}",
                "{\"type\": \"subscribe\", \"id\": \"\", \"payload\": {\"query\": \"{ hello }\"}}",
                "{\"type\": \"subscribe\", \"id\": 1, \"payload\": {\"query\": \"{ hello }\"}}",
                "{\"type\": \"subscribe\", \"id\": \"1\"}",
                "{\"type\": \"subscribe\", \"id\": \"1\", \"payload\": []}",
                "{\"type\": \"subscribe\", \"id\": \"1\", \"payload\": {}}",
                "{\"type\": \"subscribe\", \"id\": \"1\", \"payload\": {\"query\": 1}}",
                "{\"type\": \"subscribe\", \"id\": \"1\", \"payload\": {\"query\": \"{ hello }\", \"variables\": []}}"
            })
    void rejectsInvalidMessage(String text) {
        InMemorySocket socket = new InMemorySocket(server);
        socket.init();
        socket.send(text);
        assertThat(socket.awaitClose()).matches("4400 .+");
    }

    @Test
    void rejectsTooLongId() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.init();
        socket.subscribe("x".repeat(128), "{ hello }");
        assertThat(socket.next()).contains("Hello");
        socket.subscribe("x".repeat(129), "{ hello }");
        assertThat(socket.awaitClose()).matches("4400 .*128.*");
    }

    @ParameterizedTest
    @CsvSource({
        "UNAUTHENTICATED, 4403",
        "FORBIDDEN, 4403",
        "APP_NOT_FOUND, 4400",
        "BAD_REQUEST, 4400",
        "UNAVAILABLE, 1013",
        "INTERNAL, 4500"
    })
    void closesWithReasonIfAuthenticationFails(RequestErrorCode code, int expected) {
        InMemorySocket socket = new InMemorySocket(server, init -> {
            throw new RequestException(code, "Not you");
        });
        socket.send(InMemorySocket.INIT);
        assertThat(socket.awaitClose()).isEqualTo(expected + " Not you");
        assertThat(socket.messages).isEmpty();
    }

    @Test
    void hidesInternalsIfAuthenticationThrows() {
        InMemorySocket socket = new InMemorySocket(server, init -> {
            throw new IllegalStateException("secret inside");
        });
        socket.send(InMemorySocket.INIT);
        assertThat(socket.awaitClose()).startsWith("4500 Internal error, id ");
    }

    @Test
    void closesAfterInitTimeout() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.session().onInitTimeout();
        assertThat(socket.awaitClose()).startsWith("4408");
    }

    @Test
    void ignoresInitTimeoutAfterInit() {
        InMemorySocket socket = new InMemorySocket(server);
        socket.init();
        socket.session().onInitTimeout();
        socket.assertNoMessage();
    }
}
