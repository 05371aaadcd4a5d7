package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.api.access.Caller;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol of a socket, message by message: who is admitted, and what is no message. */
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
        InMemorySocket talk = new InMemorySocket(server);
        talk.say(InMemorySocket.INIT);
        assertThat(talk.next()).isEqualTo(InMemorySocket.ACK);
        talk.say(InMemorySocket.INIT);
        assertThat(talk.closed()).isEqualTo("4429 Too many initialisation requests");
    }

    @Test
    void refusesASecondInitWhileTheFirstIsLookedAt() {
        var mayGoOn = new CountDownLatch(1);
        InMemorySocket talk = new InMemorySocket(server, init -> {
            awaited(mayGoOn);
            return new Caller(1, true, TestServer.IDS);
        });
        talk.say(InMemorySocket.INIT);
        talk.say(InMemorySocket.INIT);
        mayGoOn.countDown();
        assertThat(talk.closed()).startsWith("4429");
        assertThat(talk.messages).isEmpty();
    }

    @Test
    void nobodySubscribesBeforeTheAcknowledgement() {
        InMemorySocket talk = new InMemorySocket(server);
        talk.subscribe("1", "{ hello }");
        assertThat(talk.closed()).startsWith("4401");
    }

    @Test
    void nobodySubscribesWhileTheInitIsLookedAt() {
        var mayGoOn = new CountDownLatch(1);
        InMemorySocket talk = new InMemorySocket(server, init -> {
            awaited(mayGoOn);
            return new Caller(1, true, TestServer.IDS);
        });
        talk.say(InMemorySocket.INIT);
        talk.subscribe("1", "{ hello }");
        mayGoOn.countDown();
        assertThat(talk.closed()).startsWith("4401");
        assertThat(talk.messages).isEmpty();
    }

    @Test
    void answersPingsWithWhatTheyBring() {
        InMemorySocket talk = new InMemorySocket(server);
        talk.say(InMemorySocket.PING);
        assertThat(talk.next()).isEqualTo(InMemorySocket.PONG);
        talk.init();
        talk.say("{\"type\": \"ping\", \"payload\": {\"a\": [1, null]}}");
        assertThat(talk.next()).isEqualTo("{\"type\":\"pong\",\"payload\":{\"a\":[1,null]}}");
        talk.say("{\"type\": \"pong\", \"payload\": {\"a\": 1}}");
        talk.say("{\"type\": \"pong\"}");
        talk.assertQuiet();
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
    void isClosedByWhatIsNoMessage(String text) {
        InMemorySocket talk = new InMemorySocket(server);
        talk.init();
        talk.say(text);
        assertThat(talk.closed()).matches("4400 .+");
    }

    @Test
    void idsHaveALimit() {
        InMemorySocket talk = new InMemorySocket(server);
        talk.init();
        talk.subscribe("x".repeat(128), "{ hello }");
        assertThat(talk.next()).contains("Hello");
        talk.subscribe("x".repeat(129), "{ hello }");
        assertThat(talk.closed()).matches("4400 .*128.*");
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
    void saysWhyNobodyIsAdmitted(RequestErrorCode code, int expected) {
        InMemorySocket talk = new InMemorySocket(server, init -> {
            throw new RequestException(code, "Not you");
        });
        talk.say(InMemorySocket.INIT);
        assertThat(talk.closed()).isEqualTo(expected + " Not you");
        assertThat(talk.messages).isEmpty();
    }

    @Test
    void showsNothingOfTheInsideWhereAdmissionFails() {
        InMemorySocket talk = new InMemorySocket(server, init -> {
            throw new IllegalStateException("secret inside");
        });
        talk.say(InMemorySocket.INIT);
        assertThat(talk.closed()).startsWith("4500 Internal error, id ");
    }

    @Test
    void waitsForTheInitSoLong() {
        InMemorySocket talk = new InMemorySocket(server);
        talk.session().onInitTimeout();
        assertThat(talk.closed()).startsWith("4408");
    }

    @Test
    void doesNotWaitForAnInitThatHasCome() {
        InMemorySocket talk = new InMemorySocket(server);
        talk.init();
        talk.session().onInitTimeout();
        talk.assertQuiet();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
