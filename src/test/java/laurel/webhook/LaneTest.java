package laurel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.TestDatabase;
import laurel.webhook.Receiver.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several webhooks, several nodes, and receivers that do not behave. */
class LaneTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private final TickingClock clock = new TickingClock(NOON);
    private final Receiver receiver = new Receiver();
    private final Receiver slow = new Receiver();
    private final TestDatabase database = TestDatabase.fresh();
    private LaurelServer server;
    private WebhookClient webhooks;

    @BeforeEach
    void start() {
        server = node("60s");
        webhooks = new WebhookClient(server);
    }

    /** So long that a busy machine delivers in time what can be delivered. */
    private void waitTenSeconds() {
        server.close();
        server = node("10s");
        webhooks = new WebhookClient(server);
    }

    private LaurelServer node(String timeout) {
        return LaurelServer.on(
                database,
                clock,
                Map.of(
                        "laurel.webhooks.timeout",
                        timeout,
                        "laurel.webhooks.allowed-hosts",
                        List.of(receiver.host(), slow.host())));
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
        receiver.close();
        slow.close();
    }

    @Test
    void oneThatDoesNotAnswerDelaysNoOther() throws Exception {
        waitTenSeconds();
        var asked = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        slow.answers(exchange -> {
            asked.countDown();
            await(released);
        });
        String stuck = webhooks.id(slow.url("/"), "");
        String other = webhooks.id(receiver.url("/"), "");
        webhooks.ping(stuck);
        List<? extends Future<?>> first = server.bean(Lanes.class).serve(NOON);
        asked.await();
        webhooks.ping(other);
        assertThat(webhooks.serve(NOON)).isOne();
        assertThat(webhooks.delivery(other).at("state")).isEqualTo("DELIVERED");
        assertThat(webhooks.delivery(stuck).at("attempts")).isEqualTo(0);
        first.forEach(WebhookClient::await);
        released.countDown();
        assertThat(webhooks.delivery(stuck).at("attempts")).isEqualTo(1);
        assertThat(webhooks.delivery(stuck).text("failure")).isEqualTo("There was no answer in time.");
    }

    @Test
    void whoAnswersByteByByteIsTooLate() {
        waitTenSeconds();
        var released = new CountDownLatch(1);
        slow.answers(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (!released.await(100, TimeUnit.MILLISECONDS)) {
                    body.write('x');
                    body.flush();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        String id = webhooks.id(slow.url("/"), "");
        webhooks.ping(id);
        // Returns although the answer has no end.
        webhooks.serve(NOON);
        released.countDown();
        // It has said that it took the message, and that is what counts.
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
    }

    @Test
    void messagesKeepTheirOrder() {
        String id = webhooks.id(receiver.url("/"), "");
        List<String> messages =
                IntStream.range(0, 20).mapToObj(n -> webhooks.ping(id)).toList();
        webhooks.serve(NOON);
        assertThat(receiver.received().stream().map(got -> got.header("webhook-id")))
                .containsExactlyElementsOf(messages);
    }

    @Test
    void twoNodesSendEachMessageOnce() {
        List<String> messages = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            String id = webhooks.id(receiver.url("/" + n), "");
            messages.add(webhooks.ping(id));
            messages.add(webhooks.ping(id));
        }
        try (LaurelServer other = node("60s")) {
            List<Future<?>> served = new ArrayList<>(other.bean(Lanes.class).serve(NOON));
            served.addAll(server.bean(Lanes.class).serve(NOON));
            served.forEach(WebhookClient::await);
        }
        assertThat(receiver.received().stream().map(got -> got.header("webhook-id")))
                .containsExactlyInAnyOrderElementsOf(messages);
    }

    @Test
    void whatANodeSentThatDiedBeforeItWasNotedIsSentAgainOnceItsLeaseIsOver() throws Exception {
        clock.set(Instant.now());
        var asked = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        receiver.answers(exchange -> {
            asked.countDown();
            await(released);
            exchange.sendResponseHeaders(200, -1);
        });
        String id = webhooks.id(receiver.url("/"), "");
        String message = webhooks.ping(id);
        try (var process = LaurelProcess.start(
                database, Map.of("laurel.webhooks.timeout", "60s", "laurel.webhooks.allowed.hosts", receiver.host()))) {
            assertThat(asked.await(180, TimeUnit.SECONDS)).isTrue();
            process.kill();
        }
        released.countDown();
        assertThat(webhooks.delivery(id).at("attempts")).isEqualTo(0);
        assertThat(webhooks.serve(clock.instant())).isZero();
        clock.advance(Duration.ofMinutes(5));
        assertThat(webhooks.serve(clock.instant())).isOne();
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
        List<Received> received = receiver.received();
        assertThat(received).hasSize(2);
        assertThat(received).allMatch(got -> got.header("webhook-id").equals(message));
    }

    @Test
    void whatCannotBeSentIsAnAttemptAndTheWebhookIsGivenBack() {
        String id = webhooks.id(receiver.url("/"), "");
        database.jdbi().useHandle(handle -> handle.execute("UPDATE webhook SET secret = 'whsec_?'"));
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(webhooks.delivery(id).at("attempts")).isEqualTo(1);
        assertThat(webhooks.delivery(id).at("failure")).isEqualTo("The message could not be sent.");
        assertThat(leases()).isZero();
    }

    @Test
    void aNodeThatHasBegunToStopTakesNoLease() {
        webhooks.ping(webhooks.id(receiver.url("/"), ""));
        server.bean(Lanes.class).stop();
        assertThat(webhooks.serve(NOON)).isZero();
        assertThat(leases()).isZero();
    }

    private int leases() {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM webhook WHERE lease IS NOT NULL")
                        .mapTo(Integer.class)
                        .one());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
