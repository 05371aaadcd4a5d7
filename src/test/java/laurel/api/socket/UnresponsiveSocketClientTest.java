package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.api.RawSocket.Frame;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that send nothing, read nothing, or have disconnected. */
final class UnresponsiveSocketClientTest {
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.assertIdle();
    }

    private static RawSocket subscribed() throws IOException {
        return RawSocket.subscribed(server);
    }

    @Test
    void endsSubscriptionOfSlowClient() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = subscribed()) {
            Until.holds(() -> {
                server.schema.publish("x".repeat(LiveServer.BUFFER / 2));
                return server.schema.activeListeners() == 0;
            });
            String last = raw.readText();
            while (last.contains("\"type\":\"next\"")) {
                last = raw.readText();
            }
            assertThat(last).contains("\"type\":\"error\"", "SLOW_CONSUMER");
            Until.holds(() -> server.dropped() == before + 1);
            raw.assertOpen();
        }
    }

    @Test
    void closesStalledClientAfterItReads() throws IOException {
        try (RawSocket raw = subscribed()) {
            raw.sendText(InMemorySocket.subscription("2", "{ large(size: 15000000) }"));
            assertThat(raw.read(100)).contains("xxx");
            server.checkAfter(Duration.ofSeconds(1));
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            double before = server.dropped();
            server.checkAfter(Duration.ofSeconds(31));
            assertThat(server.schema.activeListeners()).isZero();
            server.checkAfter(Duration.ofSeconds(1));
            raw.readUntil("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            assertThat(raw.readText()).isEqualTo("{\"id\":\"2\",\"type\":\"complete\"}");
            assertThat(raw.readClose()).isEqualTo("4410 The client has read nothing for 30 s.");
            assertThat(server.dropped()).isEqualTo(before + 1);
        }
    }

    @Test
    void closesConnectionIfCloseFrameIsNotRead() throws IOException {
        try (RawSocket raw = subscribed()) {
            raw.sendText(InMemorySocket.subscription("2", "{ large(size: 15000000) }"));
            assertThat(raw.read(100)).contains("xxx");
            server.checkAfter(Duration.ofSeconds(31));
            server.checkAfter(Duration.ofSeconds(62));
            Until.holds(() -> server.gauge("laurel.live.connections") == 0);
            raw.assertClosed();
        }
    }

    @Test
    void closesClientThatSendsAndNeverReads() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            raw.sendText(InMemorySocket.subscription("first", "{ large(size: 15000000) }"));
            assertThat(raw.read(100)).contains("xxx");
            for (int i = 0; i < 1_000; i++) {
                raw.sendFrame(RawSocket.PING, new byte[100]);
                raw.sendText(InMemorySocket.subscription("id " + i, "{ hello }"));
            }
            // After these characters follow the rest of them, and the rest of the frame.
            raw.readUntil("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            Frame answer = raw.readFrame();
            for (int i = 0; i < 500 && answer.opcode() != RawSocket.CLOSE; i++) {
                answer = raw.readFrame();
            }
            assertThat(answer.payload()).startsWith("1008 ");
        }
    }

    @Test
    void closesClientThatDoesNotAnswerPing() throws IOException {
        try (RawSocket raw = subscribed()) {
            server.checkAfter(Duration.ofSeconds(1));
            raw.assertOpen();
            server.checkAfter(Duration.ofSeconds(21));
            assertThat(raw.readFrame()).isEqualTo(new Frame(RawSocket.PING, ""));
            server.checkAfter(Duration.ofSeconds(5));
            assertThat(server.schema.activeListeners()).isEqualTo(1);
            double before = server.dropped();
            server.checkAfter(Duration.ofSeconds(41));
            assertThat(raw.readClose()).isEqualTo("4410 The client has not responded for 40 s.");
            assertThat(server.dropped()).isEqualTo(before + 1);
            server.checkAfter(Duration.ofSeconds(72));
            raw.assertClosed();
        }
    }

    @Test
    void keepsClientThatAnswersPings() throws IOException {
        try (RawSocket raw = subscribed()) {
            for (int i = 0; i < 3; i++) {
                server.checkAfter(Duration.ofSeconds(21));
                assertThat(raw.readFrame()).isEqualTo(new Frame(RawSocket.PING, ""));
                raw.sendFrame(RawSocket.PONG);
                raw.assertOpen();
            }
        }
    }

    @Test
    void closesClientWithoutInit() throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri())) {
            Until.holds(() -> server.gauge("laurel.live.connections") == 1);
            server.checkAfter(Duration.ZERO);
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            server.checkAfter(Duration.ofSeconds(11));
            assertThat(raw.readClose()).startsWith("4408 ");
        }
    }

    @Test
    void cleansUpAfterAbruptDisconnect() throws IOException {
        subscribed().reset();
        subscribed().close();
        server.assertIdle();
        RawSocket raw = RawSocket.upgraded(server.uri());
        // The client is counted only after the response. Without the wait the next test would count it.
        Until.holds(() -> server.gauge("laurel.live.connections") == 1);
        raw.reset();
    }

    @Test
    void answersCloseFrame() throws IOException {
        try (RawSocket raw = subscribed()) {
            raw.sendFrame(RawSocket.PING, (byte) 'a', (byte) 'b');
            assertThat(raw.readFrame()).isEqualTo(new Frame(RawSocket.PONG, "ab"));
            raw.sendFrame(RawSocket.CLOSE, (byte) (1000 >> 8), (byte) (1000 & 0xff), (byte) 'x');
            assertThat(raw.readClose()).isEqualTo("1000 x");
            raw.assertClosed();
        }
    }
}
