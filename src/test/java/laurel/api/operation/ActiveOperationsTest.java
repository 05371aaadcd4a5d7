package laurel.api.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.database.Until;
import laurel.request.access.Identity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of what is kept for the operations of one connection. */
final class ActiveOperationsTest {
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
    void disconnect() {
        socket.disconnect();
        Until.holds(() -> SCHEMA.activeListeners() == 0);
    }

    @Test
    void limitsTextOfOperations() {
        String query = "subscription ($o: String) { message(of: $o) { text } }";
        socket.subscribe("1", query, "o", "x".repeat(600));
        Until.holds(() -> SCHEMA.activeListeners() == 1);
        socket.subscribe("2", query, "o", "x".repeat(600));
        assertThat(socket.next())
                .startsWith("{\"id\":\"2\",\"type\":\"error\"")
                .contains("\"code\":\"LIMIT_EXCEEDED\"", "`laurel.limits.subscription-text`");
        socket.send("{\"type\": \"complete\", \"id\": \"1\"}");
        socket.subscribe("2", query, "o", "x".repeat(600));
        Until.holds(() -> SCHEMA.activeListeners() == 1);
        socket.assertNoMessage();
    }

    @Test
    void limitsStandingsThatAConnectionFollows() {
        SCHEMA.followedStandings = 600;
        try {
            subscribe("1");
            socket.subscribe("2", SUBSCRIPTION);
            assertThat(socket.next())
                    .startsWith("{\"id\":\"2\",\"type\":\"error\"")
                    .contains("\"code\":\"LIMIT_EXCEEDED\"", "`laurel.limits.followed-standings`");
            assertThat(SCHEMA.activeListeners()).isEqualTo(1);
            socket.send("{\"type\": \"complete\", \"id\": \"1\"}");
            subscribe("2");
        } finally {
            SCHEMA.followedStandings = 0;
        }
    }

    @Test
    void addsNoSecondOperationWithAnIdInUse() {
        Duration time = Duration.ofSeconds(10);
        var active = new ActiveOperations(new ConnectionLimits(1, 2, 100, 1, 1, 1, time, time, time, time));
        RunningOperation operation = operation();
        assertThat(active.add("1", request(30), () -> operation)).isSameAs(operation);
        assertThat(active.add("1", request(30), ActiveOperationsTest::operation))
                .isNull();
        assertThat(active.ids()).containsExactly("1");
        assertThat(active.add("2", request(70), () -> operation)).isSameAs(operation);
        assertThat(active.add("2", request(70), ActiveOperationsTest::operation))
                .isNull();
    }

    private static GraphQLRequest request(int length) {
        return new GraphQLRequest("x".repeat(length), null, Map.of(), Map.of());
    }

    private static RunningOperation operation() {
        return new RunningOperation(
                server.beans().getBean(Operations.class),
                new Caller(1, Identity.operator("test"), TestServer.IDS),
                new UnusedSink(),
                new InMemorySocket(server));
    }

    /** The sink of an operation that does not start. */
    private static final class UnusedSink implements OperationSink {
        @Override
        public SendBuffer sendBuffer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<?> next(byte[] result, @Nullable String cursor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void error(List<?> errors) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void complete() {
            throw new UnsupportedOperationException();
        }
    }

    private void subscribe(String id) {
        int before = SCHEMA.addedListeners();
        socket.subscribe(id, SUBSCRIPTION);
        Until.holds(() -> SCHEMA.addedListeners() == before + 1);
    }
}
