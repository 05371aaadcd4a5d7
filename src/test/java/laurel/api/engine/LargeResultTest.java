package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Large results on WebSockets and event streams, to clients that read slowly or not at all. The time to read a result passes
 * only when a test checks the connections.
 */
final class LargeResultTest {
    private static final String LATE =
            "The client has taken longer than 60000 ms to read a result (`laurel.limits.send-time`).";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of(
                "laurel.limits.response-size", 16_000_000,
                "laurel.limits.large-responses", 1,
                "laurel.limits.send-time", "1m",
                "laurel.live.stall-time", "10m",
                "laurel.live.ping-every", "20s"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void assertNoConnectionsLeft() {
        server.assertIdle();
    }

    /** A client that does not read a large result over a WebSocket. */
    private static RawSocket socket() throws IOException {
        RawSocket raw = RawSocket.acknowledged(server.uri());
        raw.sendText(InMemorySocket.subscription("one", "{ large(size: 15000000) }"));
        assertThat(raw.read(100)).contains("xxx");
        return raw;
    }

    /** A client that does not read a large result as events. */
    private static RawSocket stream() throws IOException {
        var raw = new RawSocket(server.uri());
        raw.write("GET /graphql/stream?query=%7Blarge(size:15000000)%7D HTTP/1.1\r\nHost: localhost\r\n\r\n");
        raw.readUntil("xxx");
        return raw;
    }

    /** Waits until the permit is held. Returns a thread that runs until it is free. */
    private static Thread nextResponse() {
        LargeResponseLimiter limiter = server.bean(LargeResponseLimiter.class);
        Thread next = Thread.startVirtualThread(() -> acquireAndRelease(limiter));
        Until.holds(() -> limiter.waiting() == 1);
        return next;
    }

    private static void acquireAndRelease(LargeResponseLimiter limiter) {
        try {
            limiter.acquire(7);
            limiter.release(7);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double dropped() {
        return server.bean(MeterRegistry.class)
                .get("laurel.live.dropped")
                .functionCounter()
                .count();
    }

    @Test
    void holdsPermitUntilWebSocketIsClosed() throws IOException {
        try (RawSocket raw = socket()) {
            Thread next = nextResponse();
            assertThat(next.isAlive()).isTrue();
            raw.reset();
            Until.holds(() -> !next.isAlive());
        }
    }

    @Test
    void holdsPermitUntilEventStreamIsClosed() throws IOException {
        try (RawSocket raw = stream()) {
            Thread next = nextResponse();
            assertThat(next.isAlive()).isTrue();
            raw.reset();
            Until.holds(() -> !next.isAlive());
        }
    }

    /** The text of a waiting result is enough. */
    @Test
    void forgetsValuesOfResultThatIsNotRead() throws IOException {
        try (RawSocket raw = socket()) {
            Until.holds(() -> {
                System.gc();
                return server.schema.large.get() == null;
            });
            raw.reset();
        }
    }

    @Test
    void closesWebSocketThatTakesTooLongToReadResult() throws IOException {
        try (RawSocket raw = socket()) {
            server.checkAfter(Duration.ofMinutes(2));
            raw.readUntil("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            assertThat(raw.readText()).isEqualTo("{\"id\":\"one\",\"type\":\"complete\"}");
            assertThat(raw.readClose()).isEqualTo("4410 " + LATE);
        }
    }

    /** It cannot answer a ping that is behind the result. */
    @Test
    void keepsWebSocketThatReadsResultForLongerThanTwoPings() throws IOException {
        try (RawSocket raw = socket()) {
            server.checkAfter(Duration.ofSeconds(41));
            raw.readUntil("x\"},\"extensions\":{\"cost\":{\"requested\":1}}}}");
            assertThat(raw.readText()).isEqualTo("{\"id\":\"one\",\"type\":\"complete\"}");
            raw.sendText("{\"type\":\"ping\"}");
            assertThat(raw.readText()).isEqualTo("{\"type\":\"pong\"}");
            raw.reset();
        }
    }

    @Test
    void closesWebSocketThatDoesNotReadCloseFrame() throws IOException {
        try (RawSocket raw = socket()) {
            Thread next = nextResponse();
            server.checkAfter(Duration.ofMinutes(2));
            server.checkAfter(Duration.ofMinutes(11));
            Until.holds(() -> !next.isAlive());
            raw.assertClosed();
        }
    }

    @Test
    void endsEventStreamThatTakesTooLongToReadResult() throws IOException {
        try (RawSocket raw = stream()) {
            double before = dropped();
            server.checkAfter(Duration.ofMinutes(2));
            assertThat(dropped()).isEqualTo(before + 1);
            Thread next = nextResponse();
            server.checkAfter(Duration.ofMinutes(11));
            Until.holds(() -> !next.isAlive());
            raw.assertClosed();
        }
    }
}
