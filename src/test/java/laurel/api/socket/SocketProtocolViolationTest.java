package laurel.api.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that do not keep to the rules, and what they leave behind, which is nothing. */
final class SocketProtocolViolationTest {
    private static final String TOLD = "subscription { told { text } }";
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

    /** Closes the socket of one who follows something, by what it does. */
    private static void assertClosed(String expected, Abuse abuse) throws IOException {
        try (RawSocket raw = following()) {
            abuse.on(raw);
            assertThat(raw.closed()).startsWith(expected);
            assertThat(server.schema.listening()).isZero();
        }
    }

    @FunctionalInterface
    private interface Abuse {
        void on(RawSocket raw) throws IOException;
    }

    private static RawSocket following() throws IOException {
        return RawSocket.following(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[[[[[[", "{\"type\":\"nothing\"}", "null"})
    void sendsWhatIsNoMessage(String text) throws IOException {
        assertClosed("4400 ", raw -> raw.say(text));
    }

    @Test
    void nestsJsonTooDeep() throws IOException {
        assertClosed("4400 ", raw -> raw.say("{\"type\":\"ping\",\"payload\":{\"a\":" + "[".repeat(3_000)));
    }

    @Test
    void sendsWhatIsNotUtf8() throws IOException {
        assertClosed("1007 ", raw -> raw.whole(RawSocket.TEXT, (byte) '"', (byte) 0xc3, (byte) 0x28, (byte) '"'));
        assertClosed("1007 ", raw -> raw.whole(RawSocket.TEXT, (byte) '"', (byte) 0xe2, (byte) 0x82));
    }

    @Test
    void splitsACharacterBetweenFrames() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            byte[] ping = "{\"type\":\"ping\",\"payload\":{\"a\":\"\u20ac\"}}".getBytes(UTF_8);
            for (int i = 0; i < ping.length; i++) {
                int last = i == ping.length - 1 ? 0x80 : 0;
                raw.frame(last | (i == 0 ? RawSocket.TEXT : RawSocket.CONTINUATION), ping[i]);
            }
            assertThat(raw.text()).isEqualTo("{\"type\":\"pong\",\"payload\":{\"a\":\"\u20ac\"}}");
        }
    }

    @Test
    void sendsBinaryFrames() throws IOException {
        assertClosed("1003 ", raw -> raw.whole(RawSocket.BINARY, "{\"type\":\"ping\"}".getBytes(UTF_8)));
    }

    @Test
    void sendsFramesThatAreNone() throws IOException {
        assertClosed("1002 ", raw -> raw.write(new byte[] {(byte) 0x81, 2, '{', '}'}));
        assertClosed("1002 ", raw -> raw.whole(0x40 | RawSocket.TEXT, (byte) '{', (byte) '}'));
        assertClosed("1002 ", raw -> raw.whole(3));
        assertClosed("1002 ", raw -> raw.whole(RawSocket.CONTINUATION, (byte) '{'));
        assertClosed("1002 ", raw -> raw.whole(RawSocket.PING, new byte[126]));
        assertClosed("1002 ", raw -> raw.frame(RawSocket.PING));
    }

    @Test
    void claimsAHugeFrame() throws IOException {
        assertClosed("1009 ", raw -> raw.claim(0x80 | RawSocket.TEXT, 1L << 40, (byte) '{'));
        assertClosed("1009 ", raw -> raw.say(" ".repeat(LiveServer.MESSAGE + 1)));
    }

    @Test
    void sendsAMessageWithoutEnd() throws IOException {
        assertClosed("1009 A message has at most 4000 bytes, the limit laurel.limits.message-size", raw -> {
            raw.frame(RawSocket.TEXT, new byte[1_000]);
            for (int i = 0; i < 100; i++) {
                raw.frame(RawSocket.CONTINUATION, new byte[1_000]);
            }
        });
    }

    @Test
    void usesAnIdTwice() throws IOException {
        assertClosed("4409 ", raw -> raw.say(InMemorySocket.subscription("1", TOLD)));
    }

    @Test
    void agreesToBeClosed() throws IOException {
        try (RawSocket raw = following()) {
            raw.say("nothing");
            assertThat(raw.closed()).startsWith("4400 ");
            raw.whole(RawSocket.CLOSE);
            raw.assertEnded();
        }
    }

    @Test
    void mayUseAnIdOfAnother() throws IOException {
        try (RawSocket one = following();
                RawSocket other = following()) {
            server.schema.tell("news");
            assertThat(one.text()).contains("news").isEqualTo(other.text());
        }
    }

    @Test
    void subscribesTenThousandTimes() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<List<String>> answers = CompletableFuture.supplyAsync(() -> answers(raw), threads);
            for (int i = 0; i < 10_000; i++) {
                raw.say(InMemorySocket.subscription("id " + i, TOLD));
            }
            assertThat(answers.join())
                    .hasSize(10_000 - LiveServer.SUBSCRIPTIONS)
                    .allSatisfy(answer -> assertThat(answer).contains("\"type\":\"error\"", "LIMIT_EXCEEDED"));
            assertThat(server.schema.listening()).isEqualTo(LiveServer.SUBSCRIPTIONS);
            raw.assertOpen();
        }
    }

    private static List<String> answers(RawSocket raw) {
        try {
            List<String> answers = new ArrayList<>();
            while (answers.size() < 10_000 - LiveServer.SUBSCRIPTIONS) {
                answers.add(raw.text());
            }
            return answers;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void sendsTenThousandFramesBeforeItsInit() throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri())) {
            for (int i = 0; i < 10_000; i++) {
                raw.say(InMemorySocket.subscription("id " + i, TOLD));
            }
            assertThat(raw.closed()).startsWith("4401 ");
        }
    }
}
