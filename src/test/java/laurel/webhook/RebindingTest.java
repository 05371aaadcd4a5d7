package laurel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that mean what their owner wants at the moment. */
class RebindingTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private final AtomicInteger lookUps = new AtomicInteger();
    private volatile String meaning = "127.0.0.1";
    private final DnsResolver names = new DnsResolver() {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            lookUps.incrementAndGet();
            return new InetAddress[] {InetAddress.getByName(meaning)};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    };

    @ParameterizedTest
    @ValueSource(strings = {"rebound.example", "127.0.0.1", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]"})
    void aPrivateAddressIsNotConnectedTo(String host) throws Exception {
        try (var receiver = new Receiver()) {
            Outcome outcome = post(List.of(), "http://" + host + receiver.host().substring("localhost".length()));
            assertThat(outcome.failure()).isEqualTo("The host has no address that messages may be sent to.");
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void theNameIsLookedUpOnceAndThatAddressIsConnectedTo() throws Exception {
        try (var receiver = new Receiver()) {
            String port = receiver.host().substring("localhost".length());
            Outcome outcome = post(List.of("inside.example" + port), "http://inside.example" + port);
            assertThat(outcome.delivered()).isTrue();
            assertThat(lookUps).hasValue(1);
            assertThat(receiver.received().getFirst().header("host")).isEqualTo("inside.example" + port);
        }
    }

    @Test
    void anAllowedHostIsSoAtItsPortAlone() throws Exception {
        try (var allowed = new Receiver();
                var receiver = new Receiver()) {
            Outcome outcome = post(List.of(allowed.host()), receiver.url("/"));
            assertThat(outcome.delivered()).isFalse();
            assertThat(receiver.received()).isEmpty();
        }
    }

    private Outcome post(List<String> allowed, String url) throws Exception {
        var poster = new Poster(new CheckedResolver(new AllowedHosts(allowed), names), Duration.ofSeconds(5), 4);
        try {
            var delivery = new WebhookDelivery(
                    1,
                    1,
                    UUID.randomUUID(),
                    WebhookType.PING,
                    "{}",
                    DeliveryState.PENDING,
                    NOON,
                    0,
                    NOON,
                    null,
                    null,
                    null);
            return poster.post(url, List.of(Secrets.fresh().secret()), delivery, NOON);
        } finally {
            poster.stop();
        }
    }
}
