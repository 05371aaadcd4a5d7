package laurel.api.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.database.Until;
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

    private void subscribe(String id) {
        int before = SCHEMA.addedListeners();
        socket.subscribe(id, SUBSCRIPTION);
        Until.holds(() -> SCHEMA.addedListeners() == before + 1);
    }
}
