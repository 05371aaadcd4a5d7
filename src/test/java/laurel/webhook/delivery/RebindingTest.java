package laurel.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.webhook.AllowedHosts;
import laurel.webhook.Receiver;
import laurel.webhook.delivery.WebhookSender.AttemptResult;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DNS rebinding: names that resolve to another address each time. */
class RebindingTest {
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
    void rejectsPrivateAddress(String host) throws Exception {
        try (var receiver = new Receiver()) {
            AttemptResult outcome =
                    post(List.of(), "https://" + host + receiver.host().substring("localhost".length()));
            assertThat(outcome.failure()).isEqualTo("The host has no address to which messages may be sent.");
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void resolvesNameOnceAndConnectsToThatAddress() throws Exception {
        try (var receiver = new Receiver()) {
            String port = receiver.host().substring("localhost".length());
            AttemptResult outcome = post(List.of("inside.example" + port), "http://inside.example" + port);
            assertThat(outcome.delivered()).isTrue();
            assertThat(lookUps).hasValue(1);
            assertThat(receiver.received().getFirst().header("host")).isEqualTo("inside.example" + port);
        }
    }

    @Test
    void allowsHostOnlyAtItsPort() throws Exception {
        try (var allowed = new Receiver();
                var receiver = new Receiver()) {
            AttemptResult outcome = post(List.of(allowed.host()), "https://" + receiver.host());
            assertThat(outcome.delivered()).isFalse();
            assertThat(receiver.received()).isEmpty();
        }
    }

    @Test
    void sendsNothingByHttpToHostThatIsNoLongerAllowed() throws Exception {
        AttemptResult outcome = post(List.of(), "http://inside.example:8080");
        assertThat(outcome.failure()).startsWith("Messages are sent over https only");
        assertThat(lookUps).hasValue(0);
    }

    private AttemptResult post(List<String> allowed, String url) throws Exception {
        return WebhookSenderTest.post(
                new CheckedResolver(new AllowedHosts(allowed), names), Duration.ofSeconds(5), url);
    }
}
