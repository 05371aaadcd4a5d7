package laurel.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.ClockDrift;
import laurel.database.WrongClock;
import laurel.database.sql.Sql;
import laurel.webhook.DeliveryRepository;
import laurel.webhook.Receiver;
import laurel.webhook.Receiver.Received;
import laurel.webhook.WebhookClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivery of messages to a real server. */
class DeliveryTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static final Receiver RECEIVER = new Receiver();
    private static LaurelServer service;
    private LaurelServer server;
    private WebhookClient webhooks;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.webhooks.every",
                        "1h",
                        "laurel.webhooks.timeout",
                        "60s",
                        "laurel.webhooks.allowed-hosts",
                        List.of(RECEIVER.host())));
    }

    @AfterAll
    static void stop() {
        service.close();
        RECEIVER.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        RECEIVER.reset();
        server = service.inNewApp();
        webhooks = new WebhookClient(server);
    }

    @AfterEach
    void disable() {
        webhooks.disableAll();
    }

    /** IDs of the webhooks in events WEBHOOK_PAUSED. */
    private List<String> pauses() {
        return server
                .client()
                .ask("{ events(filter: {eventTypes: [WEBHOOK_PAUSED]}) { nodes {"
                        + " ... on WebhookPausedEvent { webhook { id } } } } }")
                .list("data", "events", "nodes")
                .stream()
                .map(node -> node.text("webhook", "id"))
                .toList();
    }

    @Test
    void postsSignedMessageOnce() {
        Answer made = webhooks.create(RECEIVER.url("/hook"));
        String id = made.text("webhook", "id");
        String message = webhooks.ping(id);
        assertThat(webhooks.serve(NOON)).isOne();
        assertThat(webhooks.serve(NOON)).isZero();
        assertThat(RECEIVER.received()).hasSize(1);
        Received got = RECEIVER.received().getFirst();
        assertThat(got.path()).isEqualTo("/hook");
        assertThat(got.header("content-type")).isEqualTo("application/json; charset=UTF-8");
        assertThat(got.header("webhook-id")).isEqualTo(message);
        assertThat(got.header("webhook-timestamp")).isEqualTo(Long.toString(NOON.getEpochSecond()));
        assertThat(got.header("webhook-signature"))
                .isEqualTo(Signature.of(List.of(made.text("secret")), message, NOON.getEpochSecond(), got.body()));
        assertThat(got.body())
                .isEqualTo("{\"type\":\"ping\",\"timestamp\":\"2025-07-13T12:00:00Z\",\"data\":{\"webhookId\":\"" + id
                        + "\"}}");
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
    }

    @Test
    void retriesWithSameIdUntilDead() {
        RECEIVER.answers(500);
        String id = webhooks.id(RECEIVER.url("/"), "");
        String message = webhooks.ping(id);
        for (int attempts = 1; attempts <= 9; attempts++) {
            Instant due = Instant.parse(webhooks.delivery(id).text("nextAttemptAt"));
            CLOCK.set(due.minusMillis(1));
            assertThat(webhooks.serve(CLOCK.instant())).isZero();
            CLOCK.set(due);
            assertThat(webhooks.serve(due)).isOne();
            assertThat(webhooks.delivery(id).at("attemptCount")).isEqualTo(attempts);
            assertThat(webhooks.delivery(id).at("responseStatus")).isEqualTo(500);
        }
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DEAD");
        assertThat(webhooks.delivery(id).at("nextAttemptAt")).isNull();
        assertThat(RECEIVER.received()).hasSize(9).allMatch(got -> got.header("webhook-id")
                .equals(message));
        assertThat(Duration.between(NOON, CLOCK.instant())).isBetween(Duration.ofHours(33), Duration.ofHours(50));
    }

    @Test
    void deletesNoMessagesIfTheClockIsWrong() {
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.serve(NOON);
        CLOCK.advance(Duration.ofDays(8));
        sweeper(WrongClock.of(server.bean(Sql.class))).run();
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
        sweeper(server.bean(ClockDrift.class)).run();
        assertThat(webhooks.deliveries(id)).isEmpty();
    }

    private DeliverySweeper sweeper(ClockDrift drift) {
        return new DeliverySweeper(
                server.bean(DeliveryRepository.class), CLOCK, drift, new SimpleMeterRegistry(), Duration.ofDays(7));
    }

    @Test
    void replaysDeadDeliveries() {
        String id = webhooks.id(RECEIVER.url("/"), "");
        String message = webhooks.ping(id);
        failLastAttempts();
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DEAD");
        RECEIVER.answers(200);
        assertThat(webhooks.replay(id, ", startTime: \"2025-07-13T12:00:00.000001Z\""))
                .isZero();
        assertThat(webhooks.replay(id, ", endTime: \"2025-07-13T12:00:00Z\"")).isZero();
        assertThat(webhooks.replay(id, "")).isOne();
        assertThat(webhooks.replay(id, "")).isZero();
        webhooks.serve(NOON);
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("DELIVERED");
        assertThat(webhooks.replay(id, "")).isZero();
        assertThat(webhooks.replay(id, ", states: [DELIVERED], startTime: \"2025-07-13T12:00:00Z\""))
                .isOne();
        webhooks.serve(NOON);
        assertThat(RECEIVER.received()).hasSize(3).allMatch(got -> got.header("webhook-id")
                .equals(message));
    }

    /** Makes all messages of the app dead. */
    private void failLastAttempts() {
        RECEIVER.answers(500);
        server.database()
                .sql()
                .of("UPDATE webhook_delivery SET attempt_count = 8"
                        + " WHERE webhook_id IN (SELECT id FROM webhook WHERE app_id = :app)")
                .bind("app", server.appId())
                .execute();
        webhooks.serve(CLOCK.instant());
    }

    @Test
    void replaysOlderDeliveriesBeforeNewerOnes() {
        String id = webhooks.id(RECEIVER.url("/"), "");
        String older = webhooks.ping(id);
        failLastAttempts();
        CLOCK.advance(Duration.ofSeconds(10));
        String newer = webhooks.ping(id);
        CLOCK.advance(Duration.ofSeconds(10));
        RECEIVER.answers(200);
        assertThat(webhooks.replay(id, "")).isOne();
        webhooks.serve(CLOCK.instant());
        assertThat(RECEIVER.received())
                .extracting(got -> got.header("webhook-id"))
                .containsExactly(older, older, newer);
    }

    @Test
    void treatsRedirectAsFailure() {
        RECEIVER.answers(exchange -> {
            exchange.getResponseHeaders().add("Location", RECEIVER.url("/elsewhere"));
            exchange.sendResponseHeaders(307, -1);
        });
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(RECEIVER.received()).hasSize(1);
        assertThat(webhooks.delivery(id).at("responseStatus")).isEqualTo(307);
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("PENDING");
    }

    @Test
    void stopsSendingAfterStatusGone() {
        RECEIVER.answers(410);
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.ping(id);
        webhooks.serve(NOON);
        CLOCK.advance(Duration.ofDays(1));
        webhooks.serve(CLOCK.instant());
        assertThat(RECEIVER.received()).hasSize(1);
        assertThat(webhooks.webhook(id).at("state")).isEqualTo("GONE");
        assertThat(pauses()).containsExactly(id);
        RECEIVER.answers(200);
        assertThat(webhooks.update(id, ", state: ENABLED").at("webhook", "state"))
                .isEqualTo("ENABLED");
        webhooks.serve(CLOCK.instant());
        assertThat(RECEIVER.received()).hasSize(3);
    }

    @Test
    void pausesAfterTwoDaysOfFailures() {
        RECEIVER.answers(503);
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(webhooks.webhook(id).at("failureStartedAt")).isEqualTo("2025-07-13T12:00:00Z");
        CLOCK.advance(Duration.ofDays(2).minusSeconds(1));
        webhooks.serve(CLOCK.instant());
        assertThat(webhooks.webhook(id).at("state")).isEqualTo("ENABLED");
        CLOCK.advance(Duration.ofDays(1));
        webhooks.serve(CLOCK.instant());
        assertThat(webhooks.webhook(id).at("state")).isEqualTo("PAUSED");
        assertThat(pauses()).containsExactly(id);
        assertThat(webhooks.update(id, ", state: ENABLED").at("webhook", "state"))
                .isEqualTo("ENABLED");
        assertThat(webhooks.webhook(id).at("failureStartedAt")).isNull();
    }

    @Test
    void delaysAllMessagesAfterAFailure() {
        RECEIVER.answers(500);
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.ping(id);
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(webhooks.serve(NOON.plusMillis(999))).isZero();
        CLOCK.set(NOON.plusSeconds(1));
        assertThat(webhooks.serve(CLOCK.instant())).isOne();
        assertThat(webhooks.serve(NOON.plusMillis(2_999))).isZero();
        RECEIVER.answers(200);
        CLOCK.set(NOON.plusSeconds(3));
        assertThat(webhooks.serve(CLOCK.instant())).isOne();
        assertThat(RECEIVER.received()).hasSize(3);
    }

    @Test
    void waitsAsLongAsRetryAfterSays() {
        RECEIVER.answers(exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "1800");
            exchange.sendResponseHeaders(429, -1);
        });
        String id = webhooks.id(RECEIVER.url("/"), "");
        webhooks.ping(id);
        webhooks.serve(NOON);
        assertThat(webhooks.delivery(id).at("nextAttemptAt")).isEqualTo("2025-07-13T12:30:00Z");
        webhooks.ping(id);
        assertThat(webhooks.serve(NOON.plusSeconds(1_799))).isZero();
        assertThat(webhooks.serve(NOON.plusSeconds(1_800))).isOne();
    }
}
