package laurel.webhook.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.event.EventType;
import laurel.webhook.AllowedHosts;
import laurel.webhook.SigningSecrets;
import laurel.webhook.WebhookDelivery;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers and names that would block an attempt without end. */
class WebhookSenderTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final int MUCH = 64 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"a", "a: a\r\n"})
    void failsIfResponseHeadIsEndless(String part) throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var written = new Written();
            Thread answers = Thread.startVirtualThread(
                    () -> written.to(socket, part.repeat(10_000).getBytes(US_ASCII)));
            String host = "localhost:" + socket.getLocalPort();
            var resolver = new CheckedResolver(new AllowedHosts(List.of(host)), SystemDefaultDnsResolver.INSTANCE);
            WebhookSender.AttemptResult outcome = post(resolver, Duration.ofSeconds(5), "http://" + host);
            answers.join();
            assertThat(outcome.failure()).isEqualTo("The receiver did not respond.");
            assertThat(written.bytes).hasValueLessThan(MUCH);
        }
    }

    /** The number of bytes of a response that the sender has read. */
    private static final class Written {
        private final AtomicInteger bytes = new AtomicInteger();

        /** Writes until the sender stops to read, up to a limit that proves that it does not stop. */
        private void to(ServerSocket socket, byte[] part) {
            try (Socket connection = socket.accept();
                    OutputStream out = connection.getOutputStream()) {
                out.write("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII));
                while (bytes.get() < MUCH) {
                    out.write(part);
                    bytes.addAndGet(part.length);
                }
            } catch (IOException e) {
                // The sender has closed the connection.
                return;
            }
        }
    }

    @Test
    void failsIfNameIsNotResolvedInTime() throws Exception {
        var resolver = new CheckedResolver(new AllowedHosts(List.of("slow.example:1")), new SlowNames());
        assertThat(post(resolver, Duration.ofMillis(200), "http://slow.example:1")
                        .failure())
                .isEqualTo("The receiver did not respond in time.");
    }

    @Test
    void reportsUnknownNamesLikePrivateOnes() throws Exception {
        var nowhere = new CheckedResolver(new AllowedHosts(List.of()), new NoNames());
        var inside = new CheckedResolver(new AllowedHosts(List.of()), SystemDefaultDnsResolver.INSTANCE);
        Duration time = Duration.ofSeconds(20);
        assertThat(post(nowhere, time, "https://inside.example").failure())
                .isEqualTo(post(inside, time, "https://localhost").failure())
                .isEqualTo("The host has no address to which messages may be sent.");
    }

    /** A resolver that knows no names. */
    private static final class NoNames implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            throw new UnknownHostException(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /** A resolver that is slower than the timeout. */
    private static final class SlowNames implements DnsResolver {
        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public InetAddress[] resolve(String host) {
            try {
                assertThat(never.await(600, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /** Sends a message, and returns the result. */
    static WebhookSender.AttemptResult post(CheckedResolver resolver, Duration timeout, String url) throws IOException {
        var sender = new WebhookSender(resolver, timeout, 4);
        var delivery = new WebhookDelivery(
                1,
                1,
                UUID.randomUUID(),
                EventType.PING,
                "{}",
                WebhookDelivery.DeliveryState.PENDING,
                NOON,
                0,
                NOON,
                null,
                null,
                null);
        try {
            return sender.send(url, List.of(SigningSecrets.generate().secret()), delivery, NOON);
        } finally {
            sender.stop();
        }
    }
}
