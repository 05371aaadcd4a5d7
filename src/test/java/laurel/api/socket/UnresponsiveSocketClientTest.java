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

/** Clients that say nothing, read nothing, or are not there any more. */
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
    void leavesNothingBehind() {
        server.assertQuiet();
    }

    private static RawSocket following() throws IOException {
        return RawSocket.following(server);
    }

    @Test
    void takesNothingOfWhatItIsTold() throws IOException {
        double before = server.dropped();
        try (RawSocket raw = following()) {
            Until.holds(() -> {
                server.schema.tell("x".repeat(LiveServer.BUFFER / 2));
                return server.schema.listening() == 0;
            });
            String last = raw.text();
            while (last.contains("\"type\":\"next\"")) {
                last = raw.text();
            }
            assertThat(last).contains("\"type\":\"error\"", "SLOW_CONSUMER");
            Until.holds(() -> server.dropped() == before + 1);
            raw.assertOpen();
        }
    }

    @Test
    void takesNothingForSoLongThatItIsLeft() throws IOException {
        try (RawSocket raw = following()) {
            raw.say(InMemorySocket.subscription("2", "{ large(size: 15000000) }"));
            assertThat(raw.characters(100)).contains("xxx");
            server.lookIn(Duration.ofSeconds(1));
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            double before = server.dropped();
            server.lookIn(Duration.ofSeconds(31));
            assertThat(server.schema.listening()).isZero();
            server.lookIn(Duration.ofSeconds(1));
            raw.until("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            assertThat(raw.text()).isEqualTo("{\"id\":\"2\",\"type\":\"complete\"}");
            assertThat(raw.closed()).isEqualTo("4410 The client has read nothing for 30 s");
            assertThat(server.dropped()).isEqualTo(before + 1);
        }
    }

    @Test
    void isLeftWhereItDoesNotEvenReadWhy() throws IOException {
        try (RawSocket raw = following()) {
            raw.say(InMemorySocket.subscription("2", "{ large(size: 15000000) }"));
            assertThat(raw.characters(100)).contains("xxx");
            server.lookIn(Duration.ofSeconds(31));
            server.lookIn(Duration.ofSeconds(62));
            Until.holds(() -> server.gauge("laurel.live.connections") == 0);
            raw.assertEnded();
        }
    }

    @Test
    void asksOnAndOnAndReadsNoAnswer() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            raw.say(InMemorySocket.subscription("first", "{ large(size: 15000000) }"));
            assertThat(raw.characters(100)).contains("xxx");
            for (int i = 0; i < 1_000; i++) {
                raw.whole(RawSocket.PING, new byte[100]);
                raw.say(InMemorySocket.subscription("id " + i, "{ hello }"));
            }
            // After those characters the rest of them, and of the frame about them.
            raw.until("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            Frame answer = raw.frame();
            for (int i = 0; i < 500 && answer.opcode() != RawSocket.CLOSE; i++) {
                answer = raw.frame();
            }
            assertThat(answer.payload()).startsWith("1008 ");
        }
    }

    @Test
    void isNotThereAnyMore() throws IOException {
        try (RawSocket raw = following()) {
            server.lookIn(Duration.ofSeconds(1));
            raw.assertOpen();
            server.lookIn(Duration.ofSeconds(21));
            assertThat(raw.frame()).isEqualTo(new Frame(RawSocket.PING, ""));
            server.lookIn(Duration.ofSeconds(5));
            assertThat(server.schema.listening()).isEqualTo(1);
            double before = server.dropped();
            server.lookIn(Duration.ofSeconds(41));
            assertThat(raw.closed()).isEqualTo("4410 The client has not answered for 40 s");
            assertThat(server.dropped()).isEqualTo(before + 1);
            server.lookIn(Duration.ofSeconds(72));
            raw.assertEnded();
        }
    }

    @Test
    void saysThatItIsStillThere() throws IOException {
        try (RawSocket raw = following()) {
            for (int i = 0; i < 3; i++) {
                server.lookIn(Duration.ofSeconds(21));
                assertThat(raw.frame()).isEqualTo(new Frame(RawSocket.PING, ""));
                raw.whole(RawSocket.PONG);
                raw.assertOpen();
            }
        }
    }

    @Test
    void saysNothing() throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri())) {
            Until.holds(() -> server.gauge("laurel.live.connections") == 1);
            server.lookIn(Duration.ZERO);
            assertThat(server.gauge("laurel.live.connections")).isEqualTo(1);
            server.lookIn(Duration.ofSeconds(11));
            assertThat(raw.closed()).startsWith("4408 ");
        }
    }

    @Test
    void goesWithoutAWord() throws IOException {
        following().reset();
        following().close();
        server.assertQuiet();
        RawSocket raw = RawSocket.upgraded(server.uri());
        // It is counted only after the answer; uncounted, it would be taken for one of the next test.
        Until.holds(() -> server.gauge("laurel.live.connections") == 1);
        raw.reset();
    }

    @Test
    void saysGoodbye() throws IOException {
        try (RawSocket raw = following()) {
            raw.whole(RawSocket.PING, (byte) 'a', (byte) 'b');
            assertThat(raw.frame()).isEqualTo(new Frame(RawSocket.PONG, "ab"));
            raw.whole(RawSocket.CLOSE, (byte) (1000 >> 8), (byte) (1000 & 0xff), (byte) 'x');
            assertThat(raw.closed()).isEqualTo("1000 x");
            raw.assertEnded();
        }
    }
}
