package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The operations of one client share a send buffer. */
final class SocketSendBufferTest {
    private static final int OPERATIONS = 50;
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of("laurel.limits.subscriptions", OPERATIONS));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.assertIdle();
    }

    @Test
    void sendsManyLargeResultsToReadingClient() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            for (int i = 0; i < 20; i++) {
                raw.sendText(InMemorySocket.subscription("id " + i, "{ large(size: 800000) }"));
            }
            assertThat(read(raw, 20, 20)).isEqualTo(40);
            raw.assertOpen();
        }
        assertThat(server.dropped()).isEqualTo(before);
    }

    @Test
    void sendsEventsToManySubscriptions() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            for (int i = 0; i < OPERATIONS; i++) {
                raw.sendText(InMemorySocket.subscription("id " + i, "subscription { message { text } }"));
            }
            Until.holds(() -> server.schema.activeListeners() == OPERATIONS);
            for (int round = 0; round < 3; round++) {
                server.schema.publish("x".repeat(LiveServer.BUFFER / 3));
            }
            assertThat(read(raw, 3 * OPERATIONS, 0)).isEqualTo(3 * OPERATIONS);
            assertThat(server.schema.activeListeners()).isEqualTo(OPERATIONS);
            raw.assertOpen();
        }
        assertThat(server.dropped()).isEqualTo(before);
    }

    @Test
    void cancelsWaitingOperations() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            for (int i = 0; i < OPERATIONS; i++) {
                raw.sendText(InMemorySocket.subscription("id " + i, "{ large(size: 2000000) }"));
            }
            assertThat(raw.read(100)).contains("xxx");
            for (int i = 0; i < OPERATIONS; i++) {
                raw.sendText("{\"type\": \"complete\", \"id\": \"id " + i + "\"}");
            }
            raw.reset();
        }
    }

    /** Reads this many results and final messages, and returns the number of messages. */
    private static int read(RawSocket raw, int results, int ends) throws IOException {
        int messages = 0;
        int next = 0;
        int complete = 0;
        while (next < results || complete < ends) {
            String message = raw.readText();
            assertThat(message).doesNotContain("\"type\":\"error\"");
            next += message.contains("\"type\":\"next\"") ? 1 : 0;
            complete += message.contains("\"type\":\"complete\"") ? 1 : 0;
            messages++;
        }
        return messages;
    }
}
