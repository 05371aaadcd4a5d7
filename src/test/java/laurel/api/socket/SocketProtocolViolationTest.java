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

/** Clients that violate the protocol: the connection is closed and leaves nothing behind. */
final class SocketProtocolViolationTest {
    private static final String SUBSCRIPTION = "subscription { message { text } }";
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

    /** Asserts that an action closes a socket with a subscription. */
    private static void assertClosed(String expected, Abuse abuse) throws IOException {
        try (RawSocket raw = subscribed()) {
            abuse.on(raw);
            assertThat(raw.readClose()).startsWith(expected);
            assertThat(server.schema.activeListeners()).isZero();
        }
    }

    @FunctionalInterface
    private interface Abuse {
        void on(RawSocket raw) throws IOException;
    }

    private static RawSocket subscribed() throws IOException {
        return RawSocket.subscribed(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[[[[[[", "{\"type\":\"nothing\"}", "null"})
    void rejectsInvalidMessages(String text) throws IOException {
        assertClosed("4400 ", raw -> raw.sendText(text));
    }

    @Test
    void rejectsTooDeepJson() throws IOException {
        assertClosed("4400 ", raw -> raw.sendText("{\"type\":\"ping\",\"payload\":{\"a\":" + "[".repeat(3_000)));
    }

    @Test
    void rejectsInvalidUtf8() throws IOException {
        assertClosed("1007 ", raw -> raw.sendFrame(RawSocket.TEXT, (byte) '"', (byte) 0xc3, (byte) 0x28, (byte) '"'));
        assertClosed("1007 ", raw -> raw.sendFrame(RawSocket.TEXT, (byte) '"', (byte) 0xe2, (byte) 0x82));
    }

    @Test
    void acceptsCharacterSplitBetweenFrames() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri())) {
            byte[] ping = "{\"type\":\"ping\",\"payload\":{\"a\":\"\u20ac\"}}".getBytes(UTF_8);
            for (int i = 0; i < ping.length; i++) {
                int last = i == ping.length - 1 ? 0x80 : 0;
                raw.sendPart(last | (i == 0 ? RawSocket.TEXT : RawSocket.CONTINUATION), ping[i]);
            }
            assertThat(raw.readText()).isEqualTo("{\"type\":\"pong\",\"payload\":{\"a\":\"\u20ac\"}}");
        }
    }

    @Test
    void rejectsBinaryFrame() throws IOException {
        assertClosed("1003 ", raw -> raw.sendFrame(RawSocket.BINARY, "{\"type\":\"ping\"}".getBytes(UTF_8)));
    }

    @Test
    void rejectsInvalidFrames() throws IOException {
        assertClosed("1002 ", raw -> raw.write(new byte[] {(byte) 0x81, 2, '{', '}'}));
        assertClosed("1002 ", raw -> raw.sendFrame(0x40 | RawSocket.TEXT, (byte) '{', (byte) '}'));
        assertClosed("1002 ", raw -> raw.sendFrame(3));
        assertClosed("1002 ", raw -> raw.sendFrame(RawSocket.CONTINUATION, (byte) '{'));
        assertClosed("1002 ", raw -> raw.sendFrame(RawSocket.PING, new byte[126]));
        assertClosed("1002 ", raw -> raw.sendPart(RawSocket.PING));
    }

    @Test
    void rejectsTooLargeFrame() throws IOException {
        assertClosed("1009 ", raw -> raw.sendWithLength(0x80 | RawSocket.TEXT, 1L << 40, (byte) '{'));
        assertClosed("1009 ", raw -> raw.sendText(" ".repeat(LiveServer.MESSAGE + 1)));
    }

    @Test
    void rejectsEndlessMessage() throws IOException {
        assertClosed("1009 A message must not exceed 4000 bytes (`laurel.limits.message-size`).", raw -> {
            raw.sendPart(RawSocket.TEXT, new byte[1_000]);
            for (int i = 0; i < 100; i++) {
                raw.sendPart(RawSocket.CONTINUATION, new byte[1_000]);
            }
        });
    }

    @Test
    void rejectsIdInUse() throws IOException {
        assertClosed("4409 ", raw -> raw.sendText(InMemorySocket.subscription("1", SUBSCRIPTION)));
    }

    @Test
    void endsConnectionAfterCloseHandshake() throws IOException {
        try (RawSocket raw = subscribed()) {
            raw.sendText("nothing");
            assertThat(raw.readClose()).startsWith("4400 ");
            raw.sendFrame(RawSocket.CLOSE);
            raw.assertClosed();
        }
    }

    @Test
    void allowsIdOfOtherConnection() throws IOException {
        try (RawSocket one = subscribed();
                RawSocket other = subscribed()) {
            server.schema.publish("news");
            assertThat(one.readText()).contains("news").isEqualTo(other.readText());
        }
    }

    @Test
    void rejectsSubscriptionsOverLimit() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<List<String>> answers = CompletableFuture.supplyAsync(() -> answers(raw), threads);
            for (int i = 0; i < 10_000; i++) {
                raw.sendText(InMemorySocket.subscription("id " + i, SUBSCRIPTION));
            }
            assertThat(answers.join())
                    .hasSize(10_000 - LiveServer.SUBSCRIPTIONS)
                    .allSatisfy(answer -> assertThat(answer).contains("\"type\":\"error\"", "LIMIT_EXCEEDED"));
            assertThat(server.schema.activeListeners()).isEqualTo(LiveServer.SUBSCRIPTIONS);
            raw.assertOpen();
        }
    }

    private static List<String> answers(RawSocket raw) {
        try {
            List<String> answers = new ArrayList<>();
            while (answers.size() < 10_000 - LiveServer.SUBSCRIPTIONS) {
                answers.add(raw.readText());
            }
            return answers;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void rejectsFloodBeforeInit() throws IOException {
        try (RawSocket raw = RawSocket.upgraded(server.uri())) {
            for (int i = 0; i < 10_000; i++) {
                raw.sendText(InMemorySocket.subscription("id " + i, SUBSCRIPTION));
            }
            assertThat(raw.readClose()).startsWith("4401 ");
        }
    }
}
