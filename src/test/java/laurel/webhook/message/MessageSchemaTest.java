package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.event.EventClient;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.ingest.deadletter.DeadLetters;
import laurel.ingest.mapping.StreamEntry;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.score.ScoreClient;
import laurel.webhook.WebhookClient;
import org.junit.jupiter.api.Test;

/** A message of each type is valid by the JSON schema of its type. */
class MessageSchemaTest {
    private static final Path SCHEMAS = Path.of("src/docs/schemas");
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @Test
    void everyTypeHasSchema() {
        assertThat(ProjectFiles.below(SCHEMAS.toString(), "json").stream()
                        .map(file -> file.getFileName().toString())
                        .filter(name -> !name.equals("participant_export.json")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(EventType.values())
                        .map(type -> type.messageType() + ".json")
                        .toList());
    }

    @Test
    void messagesAreValid() {
        var clock = new TickingClock(NOON);
        try (var server = LaurelServer.shared(clock)) {
            var webhooks = new WebhookClient(server);
            String types =
                    Arrays.stream(EventType.values()).map(EventType::name).collect(Collectors.joining(", "));
            String id = webhooks.id("https://example.com/hook", ", groups: ALL, eventTypes: [" + types + "]");
            publishEach(server, webhooks, id, clock);
            List<Answer> deliveries = server.client()
                    .ask("{ webhook(id: \"" + id + "\") { deliveries(first: 50) { nodes { eventType body } } } }")
                    .list("data", "webhook", "deliveries", "nodes");
            for (Answer delivery : deliveries) {
                EventType type = EventType.valueOf(delivery.text("eventType"));
                assertThat(schema(type).validate(delivery.text("body"), InputFormat.JSON))
                        .as(delivery.text("body"))
                        .isEmpty();
            }
            assertThat(deliveries.stream()
                            .map(delivery -> delivery.text("eventType"))
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(EventType.values())
                            .map(EventType::name)
                            .toList());
        }
    }

    /** The schemas are strict, so that the test above cannot pass by chance. */
    @Test
    void otherMessagesAreInvalid() {
        Schema ping = schema(EventType.PING);
        String at = "\"timestamp\": \"2025-07-13T12:00:00Z\"";
        String valid = "{\"type\": \"ping\", " + at + ", \"data\": {\"webhookId\": \"x\"}}";
        assertThat(ping.validate(valid, InputFormat.JSON)).isEmpty();
        for (String invalid : Stream.of(
                        valid.replace("ping", "pong"),
                        valid.replace("webhookId", "webhook"),
                        valid.replace("\"x\"", "1"),
                        valid.replace(at, "\"time\": 1"))
                .toList()) {
            assertThat(ping.validate(invalid, InputFormat.JSON)).as(invalid).isNotEmpty();
        }
    }

    private static Schema schema(EventType type) {
        return REGISTRY.getSchema(ProjectFiles.text(SCHEMAS.resolve(type.messageType() + ".json")), InputFormat.JSON);
    }

    private static void publishEach(LaurelServer server, WebhookClient webhooks, String id, TickingClock clock) {
        var scores = new ScoreClient(server.client());
        new EventClient(server.client())
                .create(
                        "arena",
                        "{entryAdded: ALL, rankChanged: true}",
                        ", groupings: [[\"team\"]], windowDefinitions: [{kind: DAILY, retainCount: 1}, {kind: SEASON}]");
        String season = server.client()
                .ask("mutation { startSeason(input: {leaderboardKey: \"arena\"}) { season { id } } }")
                .text("data", "startSeason", "season", "id");
        String removed = scores.submit(score("ann", 5)).text("submission", "id");
        scores.submit(score("bob", 9));
        webhooks.ping(id);
        make(server, clock);
        clock.advance(Duration.ofHours(1));
        change(server, "endSeason(input: {seasonId: \"" + season + "\"})");
        later(server, clock);
        change(server, "removeSubmission(input: {submissionId: \"" + removed + "\"})");
        later(server, clock);
        later(server, clock);
        change(server, "archiveLeaderboard(input: {leaderboardKey: \"arena\"})");
        change(server, "createBadge(input: {key: \"one\", name: \"One\", rule: {manual: true}})");
        String award = server.client()
                .ask(
                        "mutation { awardBadge(input: {badgeKey: \"one\", participant: {externalId: \"ann\"}}) { award { id } } }")
                .text("data", "awardBadge", "award", "id");
        change(server, "revokeBadgeAward(input: {badgeAwardId: \"" + award + "\", reason: \"mistake\"})");
        server.bean(DeadLetters.class)
                .add(
                        server.appId(),
                        "chat",
                        List.of(new StreamEntry("chat", "1-0", Map.of("from", "ann"))),
                        Map.of("1-0", "It has no {to}"),
                        clock.instant());
        String arena =
                server.client().ask("{ leaderboard(key: \"arena\") { id } }").text("data", "leaderboard", "id");
        server.bean(Sql.class).useTransaction(() -> server.bean(Events.class)
                .publish(List.of(
                        new NewEvent(
                                server.appId(),
                                EventType.WINDOW_FINALIZATION_FAILED,
                                server.read(arena).board(),
                                null,
                                null,
                                clock.instant()),
                        NewEvent.ofWebhook(
                                server.appId(),
                                EventType.WEBHOOK_PAUSED,
                                server.read(id).number(),
                                clock.instant()))));
        make(server, clock);
    }

    private static Map<String, Object> score(String participant, int score) {
        return ScoreClient.with(ScoreClient.score("arena", participant, score), "group", Map.of("team", "red"));
    }

    private static void change(LaurelServer server, String mutation) {
        Answer answer = server.client().ask("mutation { " + mutation + " { errors { code message } } }");
        assertThat(answer.toString()).contains("errors=[]");
    }

    private static void make(LaurelServer server, TickingClock clock) {
        server.bean(MessageMaker.class).create(clock.instant());
    }

    /** Windows end, are corrected and expire. */
    private static void later(LaurelServer server, TickingClock clock) {
        clock.advance(Duration.ofDays(1));
        server.openAhead(clock.instant());
        server.bean(Lifecycle.class).run(clock.instant());
        server.bean(Housekeeping.class).run(clock.instant());
        make(server, clock);
    }
}
