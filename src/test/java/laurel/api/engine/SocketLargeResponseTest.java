package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import laurel.api.InMemorySocket;
import laurel.api.LiveServer;
import laurel.api.RawSocket;
import laurel.database.Until;
import org.junit.jupiter.api.Test;

/** Large responses over a WebSocket, to clients that read slowly or not at all. */
final class SocketLargeResponseTest {
    @Test
    void holdsPermitUntilClientReadsResponse() throws IOException {
        Map<String, Object> settings =
                Map.of("laurel.limits.response-size", 16_000_000, "laurel.limits.large-responses", 1);
        try (var server = new LiveServer(settings);
                RawSocket raw = RawSocket.acknowledged(server.uri())) {
            raw.sendText(InMemorySocket.subscription("one", "{ large(size: 15000000) }"));
            assertThat(raw.read(100)).contains("xxx");
            LargeResponseLimiter limiter = server.bean(LargeResponseLimiter.class);
            Thread next = Thread.startVirtualThread(() -> acquire(limiter));
            Until.holds(() -> limiter.waiting() == 1);
            assertThat(next.isAlive()).isTrue();
            raw.reset();
            Until.holds(() -> !next.isAlive());
            assertThat(limiter.waiting()).isZero();
        }
    }

    private static void acquire(LargeResponseLimiter limiter) {
        try {
            limiter.acquire(7);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
