package laurel.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import laurel.database.sql.Sql;
import laurel.webhook.Receiver;
import laurel.webhook.Receiver.Received;
import laurel.webhook.WebhookClient;
import laurel.webhook.WebhookDelivery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several webhooks, several nodes, and misbehaving receivers. */
class DeliveryDispatcherTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static final Receiver RECEIVER = new Receiver();
    private static final Receiver SLOW = new Receiver();
    private static TestDatabase database;
    private static LaurelServer patient;
    private static LaurelServer impatient;
    private LaurelServer server;
    private WebhookClient webhooks;

    @BeforeAll
    static void start() {
        database = TestDatabase.fresh();
        patient = node(database, "60s");
        // Long enough for successful deliveries on a busy machine.
        impatient = node(database, "10s");
    }

    @AfterAll
    static void stop() {
        impatient.close();
        patient.close();
        database.close();
        RECEIVER.close();
        SLOW.close();
    }

    @BeforeEach
    void begin() {
        CLOCK.set(NOON);
        RECEIVER.reset();
        SLOW.reset();
        inNewApp(patient);
    }

    @AfterEach
    void disable() {
        webhooks.disableAll();
    }

    private void inNewApp(LaurelServer node) {
        server = node.inNewApp();
        webhooks = new WebhookClient(server);
    }

    private static LaurelServer node(TestDatabase database, String timeout) {
        return LaurelServer.on(
                database,
                CLOCK,
                Map.of(
                        "laurel.webhooks.timeout",
                        timeout,
                        "laurel.webhooks.allowed-hosts",
                        List.of(RECEIVER.host(), SLOW.host())));
    }

    @Test
    void doesNotDelayOtherWebhooksIfOneDoesNotAnswer() throws Exception {
        inNewApp(impatient);
        var asked = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        SLOW.answers(exchange -> {
            asked.countDown();
            await(released);
        });
        String stuck = webhooks.id(SLOW.url("/"), "");
        String other = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(stuck);
        List<? extends Future<?>> first = server.bean(DeliveryDispatcher.class).serve(NOON);
        asked.await();
        webhooks.ping(other);
        assertThat(webhooks.serve(NOON)).isOne();
        assertThat(webhooks.delivery(other).at("state")).isEqualTo("DELIVERED");
        assertThat(webhooks.delivery(stuck).at("attemptCount")).isEqualTo(0);
        first.forEach(WebhookClient::await);
        released.countDown();
        assertThat(webhooks.delivery(stuck).at("attemptCount")).isEqualTo(1);
        assertThat(webhooks.delivery(stuck).text("failureReason")).isEqualTo("The receiver did not respond in time.");
    }

    @Test
    void timesOutReceiverThatAnswersByteByByte() {
        inNewApp(impatient);
        var released = new CountDownLatch(1);
        SLOW.answers(exchange -> {
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
        String id = webhooks.id(SLOW.url("/"), "");
        webhooks.ping(id);
        // Returns although the response never ends.
        webhooks.serve(NOON);
        released.countDown();
        // The receiver has accepted the message by its status.
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
    }

    @Test
    void sendsMessagesOfAWebhookInOrder() {
        String id = webhooks.id(RECEIVER.url("/"), "");
        List<String> messages =
                IntStream.range(0, 20).mapToObj(n -> webhooks.ping(id)).toList();
        webhooks.serve(NOON);
        assertThat(RECEIVER.received().stream().map(got -> got.header("webhook-id")))
                .containsExactlyElementsOf(messages);
    }

    @Test
    void sendsEachMessageOnceFromTwoNodes() {
        List<String> messages = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            String id = webhooks.id(RECEIVER.url("/" + n), "");
            messages.add(webhooks.ping(id));
            messages.add(webhooks.ping(id));
        }
        List<Future<?>> served =
                new ArrayList<>(impatient.bean(DeliveryDispatcher.class).serve(NOON));
        served.addAll(patient.bean(DeliveryDispatcher.class).serve(NOON));
        served.forEach(WebhookClient::await);
        assertThat(RECEIVER.received().stream().map(got -> got.header("webhook-id")))
                .containsExactlyInAnyOrderElementsOf(messages);
    }

    @Test
    void resendsUnrecordedAttemptOfCrashedNodeAfterItsLease() throws Exception {
        CLOCK.set(Instant.now());
        var asked = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        RECEIVER.answers(exchange -> {
            asked.countDown();
            await(released);
            exchange.sendResponseHeaders(200, -1);
        });
        String id = webhooks.id(RECEIVER.url("/"), "");
        String message = webhooks.ping(id);
        try (var process = LaurelProcess.start(
                database, Map.of("laurel.webhooks.timeout", "60s", "laurel.webhooks.allowed.hosts", RECEIVER.host()))) {
            assertThat(asked.await(180, TimeUnit.SECONDS)).isTrue();
            process.kill();
        }
        released.countDown();
        assertThat(webhooks.delivery(id).at("attemptCount")).isEqualTo(0);
        assertThat(webhooks.serve(CLOCK.instant())).isZero();
        CLOCK.advance(Duration.ofMinutes(5));
        assertThat(webhooks.serve(CLOCK.instant())).isOne();
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
        List<Received> received = RECEIVER.received();
        assertThat(received).hasSize(2);
        assertThat(received).allMatch(got -> got.header("webhook-id").equals(message));
    }

    @Test
    void recordsFailedAttemptAndReleasesWebhookIfMessageCannotBeSent() {
        String id = webhooks.id(RECEIVER.url("/"), "");
        database.sql()
                .of("UPDATE webhook SET secret = 'whsec_?' WHERE app_id = :app")
                .bind("app", server.appId())
                .execute();
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(webhooks.delivery(id).at("attemptCount")).isEqualTo(1);
        assertThat(webhooks.delivery(id).at("failureReason")).isEqualTo("The message could not be sent.");
        assertThat(leases()).isZero();
    }

    @Test
    void recordsErrorWhileSendingAsFailedAttempt() throws Exception {
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        var resolver = server.bean(CheckedResolver.class);
        var sender = new WebhookSender(resolver, Duration.ofSeconds(1), 1) {
            @Override
            WebhookSender.AttemptResult send(String url, List<String> secrets, WebhookDelivery delivery, Instant now) {
                throw new StackOverflowError("in a test");
            }
        };
        var dispatcher = new DeliveryDispatcher(
                server.bean(Sql.class),
                server.bean(DispatchRepository.class),
                sender,
                CLOCK,
                new SimpleMeterRegistry(),
                Duration.ofSeconds(1),
                4,
                Duration.ofDays(2));
        dispatcher.serve(NOON).forEach(WebhookClient::await);
        dispatcher.stop();
        sender.stop();
        assertThat(webhooks.delivery(id).at("attemptCount")).isEqualTo(1);
        assertThat(webhooks.delivery(id).at("failureReason")).isEqualTo("The message could not be sent.");
        assertThat(leases()).isZero();
    }

    @Test
    void claimsNoWebhookWhileStopping() {
        try (LaurelServer stopping = node(database, "60s")) {
            webhooks.ping(webhooks.id(RECEIVER.url("/"), ""));
            stopping.bean(DeliveryDispatcher.class).stop();
            assertThat(new WebhookClient(stopping).serve(NOON)).isZero();
            assertThat(leases()).isZero();
        }
    }

    private int leases() {
        return database.sql()
                .of("SELECT count(*) FROM webhook WHERE app_id = :app AND lease IS NOT NULL")
                .bind("app", server.appId())
                .one(Integer.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
