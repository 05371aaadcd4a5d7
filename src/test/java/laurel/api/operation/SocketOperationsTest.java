package laurel.api.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.database.Until;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations over a socket, message by message, from the request to the last message. */
final class SocketOperationsTest {
    private static final LiveSchema SCHEMA = new LiveSchema();
    private static final String SUBSCRIPTION = "subscription { message { text } }";
    private static TestServer server;

    private InMemorySocket socket;

    @BeforeAll
    static void start() {
        server = new TestServer(LiveSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void init() {
        socket = new InMemorySocket(server);
        socket.init();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        socket.disconnect();
        Until.holds(() -> SCHEMA.activeListeners() == 0);
        Until.holds(() -> socket.subscriptions.get() == 0);
    }

    @Test
    void sendsOneResultForQueriesAndMutations() {
        socket.subscribe("q", "{ hello }");
        assertResultAndComplete("q", "{\"hello\":\"Hello\"}");
        int before = SCHEMA.increments.get();
        socket.subscribe("m", "mutation { increment }");
        assertResultAndComplete("m", "{\"increment\":" + (before + 1) + "}");
        socket.subscribe("q", "{ hello }");
        assertResultAndComplete("q", "{\"hello\":\"Hello\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "'{ hello', GRAPHQL_PARSE_FAILED",
        "'{ nothing }', GRAPHQL_VALIDATION_FAILED",
        "'subscription { refused { text } }', INTERNAL"
    })
    void sendsErrorAndReleasesIdOfInvalidOperation(String query, String code) {
        for (int i = 0; i < 2; i++) {
            socket.subscribe("1", query);
            assertThat(socket.next())
                    .startsWith("{\"id\":\"1\",\"type\":\"error\",\"payload\":[{")
                    .contains("\"code\":\"" + code + "\"")
                    .doesNotContain("secret");
        }
        socket.assertNoMessage();
    }

    @Test
    void sendsErrorsOfExecutedQueryAsResult() {
        socket.subscribe("1", "{ broken }");
        assertThat(socket.next())
                .startsWith("{\"id\":\"1\",\"type\":\"next\",\"payload\":{\"errors\":[{")
                .contains("\"code\":\"INTERNAL\"")
                .contains("\"data\":null,");
        assertThat(socket.next()).isEqualTo(complete("1"));
    }

    @Test
    void sendsEventsUntilClientCompletes() {
        subscribe("1");
        for (int i = 0; i < 50; i++) {
            SCHEMA.publish("news " + i);
        }
        for (int i = 0; i < 50; i++) {
            assertThat(socket.next()).isEqualTo(news("1", "news " + i));
        }
        socket.send("{\"type\": \"complete\", \"id\": \"1\"}");
        assertThat(SCHEMA.activeListeners()).isZero();
        assertThat(socket.subscriptions).hasValue(0);
        SCHEMA.publish("unseen");
        socket.assertNoMessage();
        subscribe("1");
        SCHEMA.publish("again");
        assertThat(socket.next()).isEqualTo(news("1", "again"));
    }

    @Test
    void continuesSubscriptionAfterFieldError() {
        socket.subscribe("1", "subscription { message { broken } }");
        Until.holds(() -> SCHEMA.activeListeners() == 1);
        for (int i = 0; i < 2; i++) {
            SCHEMA.publish("news");
            assertThat(socket.next())
                    .startsWith("{\"id\":\"1\",\"type\":\"next\"")
                    .contains("\"code\":\"INTERNAL\"")
                    .contains("\"data\":{\"message\":{\"broken\":null}}");
        }
    }

    @Test
    void sendsCompleteWhenSourceEnds() {
        subscribe("1");
        SCHEMA.publish("the last");
        SCHEMA.listeners().forEach(listener -> listener.complete());
        assertThat(socket.next()).isEqualTo(news("1", "the last"));
        assertThat(socket.next()).isEqualTo(complete("1"));
        assertThat(SCHEMA.activeListeners()).isZero();
        subscribe("1");
    }

    @Test
    void sendsErrorWhenSourceFails() {
        subscribe("1");
        SCHEMA.listeners()
                .forEach(listener -> listener.failed(new RequestException(RequestErrorCode.UNAVAILABLE, "Not today")));
        assertThat(socket.next())
                .startsWith("{\"id\":\"1\",\"type\":\"error\"")
                .contains("Not today", "\"code\":\"UNAVAILABLE\"");
        assertThat(SCHEMA.activeListeners()).isZero();
        subscribe("1");
    }

    @Test
    void closesConnectionIfIdIsInUse() {
        subscribe("1");
        subscribe("2");
        socket.subscribe("1", "{ hello }");
        assertThat(socket.awaitClose()).isEqualTo("4409 Subscriber for 1 already exists");
        assertThat(SCHEMA.activeListeners()).isZero();
    }

    @Test
    void allowsSameIdOnOtherConnection() {
        subscribe("1");
        var other = new InMemorySocket(server);
        other.init();
        other.subscribe("1", SUBSCRIPTION);
        Until.holds(() -> SCHEMA.activeListeners() == 2);
        SCHEMA.publish("news");
        assertThat(socket.next()).isEqualTo(news("1", "news"));
        assertThat(other.next()).isEqualTo(news("1", "news"));
        other.disconnect();
        assertThat(SCHEMA.activeListeners()).isEqualTo(1);
    }

    @Test
    void ignoresCompleteForUnknownId() {
        subscribe("1");
        socket.send("{\"type\": \"complete\", \"id\": \"2\"}");
        socket.assertNoMessage();
        assertThat(SCHEMA.activeListeners()).isEqualTo(1);
    }

    @Test
    void rejectsOperationsOverLimit() {
        IntStream.range(0, 3).forEach(i -> socket.subscribe("id " + i, SUBSCRIPTION));
        Until.holds(() -> SCHEMA.activeListeners() == 3);
        socket.subscribe("more", "{ hello }");
        assertThat(socket.next())
                .startsWith("{\"id\":\"more\",\"type\":\"error\"")
                .contains("laurel.limits.subscriptions", "\"code\":\"LIMIT_EXCEEDED\"");
        socket.send("{\"type\": \"complete\", \"id\": \"id 0\"}");
        socket.subscribe("more", "{ hello }");
        assertThat(socket.next()).isEqualTo(answer("more", "{\"hello\":\"Hello\"}"));
    }

    @Test
    void cancelsAllOperationsWhenClientDisconnects() {
        IntStream.range(0, 3).forEach(i -> socket.subscribe("id " + i, SUBSCRIPTION));
        Until.holds(() -> socket.subscriptions.get() == 3);
        socket.disconnect();
        Until.holds(() -> SCHEMA.activeListeners() == 0);
        assertThat(socket.subscriptions).hasValue(0);
        SCHEMA.publish("unseen");
        assertThat(socket.messages).isEmpty();
    }

    @Test
    void delaysEventsWhileBufferIsFull() {
        subscribe("1");
        socket.fillBuffer();
        SCHEMA.publish("one");
        SCHEMA.publish("two");
        socket.assertNoMessage();
        socket.emptyBuffer();
        assertThat(socket.next()).isEqualTo(news("1", "one"));
        assertThat(socket.next()).isEqualTo(news("1", "two"));
        assertThat(socket.dropped).hasValue(0);
    }

    @Test
    void delaysResultWhileBufferIsFull() {
        int before = SCHEMA.increments.get();
        socket.fillBuffer();
        socket.subscribe("1", "mutation { increment }");
        socket.subscribe("2", "mutation { increment }");
        socket.send("{\"type\": \"complete\", \"id\": \"2\"}");
        socket.assertNoMessage();
        socket.emptyBuffer();
        assertResultAndComplete("1", "{\"increment\":" + (before + 1) + "}");
        assertThat(SCHEMA.increments).hasValue(before + 1);
    }

    @Test
    void endsSubscriptionIfTooManyEventsWait() {
        subscribe("1");
        socket.fillBuffer();
        for (int i = 0; i <= SubscriptionDelivery.MAX_WAITING; i++) {
            SCHEMA.publish("too much");
        }
        assertThat(socket.next())
                .startsWith("{\"id\":\"1\",\"type\":\"error\"")
                .contains("\"code\":\"SLOW_CONSUMER\"", "resume");
        assertThat(SCHEMA.activeListeners()).isZero();
        assertThat(socket.dropped).hasValue(1);
        socket.emptyBuffer();
        subscribe("1");
        socket.assertNoMessage();
    }

    private void assertResultAndComplete(String id, String data) {
        assertThat(socket.next()).isEqualTo(answer(id, data));
        assertThat(socket.next()).isEqualTo(complete(id));
    }

    private void subscribe(String id) {
        int before = SCHEMA.addedListeners();
        socket.subscribe(id, SUBSCRIPTION);
        Until.holds(() -> SCHEMA.addedListeners() == before + 1);
    }

    /** Asserts the messages of a query or a mutation with one field. */
    private static String answer(String id, String data) {
        return next(id, data + ",\"extensions\":{\"cost\":{\"requested\":1}}");
    }

    private static String next(String id, String data) {
        return "{\"id\":\"" + id + "\",\"type\":\"next\",\"payload\":{\"data\":" + data + "}}";
    }

    private static String news(String id, String text) {
        return next(id, "{\"message\":{\"text\":\"" + text + "\"}}");
    }

    private static String complete(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"complete\"}";
    }
}
