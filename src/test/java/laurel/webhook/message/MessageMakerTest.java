package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.webhook.WebhookClient;
import laurel.webhook.delivery.DeliverySweeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are created from events and changes of rankings. */
class MessageMakerTest {
    private static final String ARENA = "{leaderboardKey: \"arena\"}";
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String URL = "https://example.com/hook";
    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private LaurelServer server;
    private WebhookClient webhooks;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        webhooks = new WebhookClient(server);
        board("arena");
    }

    @Test
    void reportsEachEventOnceByDefault() {
        String id = webhooks.id(URL, "");
        archive("arena");
        make();
        make();
        assertThat(types(id)).containsExactly("LEADERBOARD_ARCHIVED");
        Answer body = body(webhooks.delivery(id));
        assertThat(body.at("type")).isEqualTo("leaderboard.archived");
        assertThat(body.at("timestamp")).isEqualTo("2025-07-13T12:00:00Z");
        assertThat(body.at("data")).isEqualTo(Map.of("leaderboardKey", "arena"));
    }

    @Test
    void reportsBadgesToWebhooksWithoutLeaderboardsOrWithTheirType() {
        String all = webhooks.id(URL, "");
        String board = webhooks.id(URL, ", leaderboardKeys: [\"arena\"]");
        String asked = webhooks.id(URL, ", leaderboardKeys: [\"arena\"], eventTypes: [BADGE_AWARDED]");
        webhooks.graphQL()
                .ask(
                        "mutation { createBadge(input: {key: \"one\", name: \"One\", rule: {manual: true}}) { __typename }"
                                + " awardBadge(input: {badgeKey: \"one\", participant: {externalId: \"ann\"}}) { __typename } }");
        make();
        assertThat(types(all)).containsExactly("BADGE_AWARDED");
        assertThat(types(board)).isEmpty();
        assertThat(types(asked)).containsExactly("BADGE_AWARDED");
        Answer body = body(webhooks.delivery(all));
        assertThat(body.at("type")).isEqualTo("badge.awarded");
        assertThat(body.at("data", "badgeKey")).isEqualTo("one");
        assertThat(body.at("data", "participant", "externalId")).isEqualTo("ann");
        assertThat(body.at("data", "revokeReason")).isNull();
    }

    @Test
    void ignoresEarlierEventsAndThoseOfOtherLeaderboardsTypesAndApps() {
        archive("arena");
        String other = webhooks.id(URL, ", leaderboardKeys: [\"other\"]");
        String type = webhooks.id(URL, ", eventTypes: [SEASON_STARTED]");
        String id = webhooks.id(URL, ", leaderboardKeys: [\"late\"]");
        webhooks.graphQL().ask("mutation { unarchiveLeaderboard(input: " + ARENA + ") { __typename } }");
        archive("arena");
        board("late");
        archive("late");
        make();
        assertThat(types(other)).isEmpty();
        assertThat(types(type)).isEmpty();
        assertThat(types(id)).containsExactly("LEADERBOARD_ARCHIVED");
    }

    @Test
    void reportsMissedEventsWhenEnabledAgain() {
        String id = webhooks.id(URL, "");
        webhooks.update(id, ", state: DISABLED");
        archive("arena");
        make();
        assertThat(types(id)).isEmpty();
        webhooks.update(id, ", state: ENABLED");
        make();
        assertThat(types(id)).containsExactly("LEADERBOARD_ARCHIVED");
    }

    @Test
    void reportsNetRankChanges() {
        submit("arena", "ann", 10);
        String id = webhooks.id(
                URL, ", eventTypes: [TOP_STANDINGS_CHANGED, ENTRIES_ADDED], windowKinds: [DAILY], topCount: 2");
        make();
        assertThat(types(id)).isEmpty();
        submit("arena", "bob", 5);
        submit("arena", "cid", 20);
        submit("arena", "cid", 30);
        make();
        make();
        assertThat(types(id)).containsExactly("TOP_STANDINGS_CHANGED", "ENTRIES_ADDED");
        Answer ranks = body(webhooks.delivery(id));
        assertThat(ranks.at("data", "snapshot")).isEqualTo(false);
        assertThat(ranks.at("data", "window", "name")).isEqualTo("2025-07-13");
        assertThat(ranks.at("data", "group")).isNull();
        assertThat(ranks.at("data", "removed")).isEqualTo(List.of());
        assertThat(changes(ranks)).containsExactly("cid SUBMITTED null 1 30", "ann OVERTAKEN 1 2 10");
        Answer added = body(webhooks.deliveries(id).getLast());
        assertThat(added.list("data", "entries").stream()
                        .map(entry -> entry.text("participant", "externalId") + " " + entry.text("score")))
                .containsExactly("cid 30", "bob 5");
    }

    @Test
    void keepsOrderOfMessagesIfTheClockIsBehind() {
        String id = webhooks.id(URL, "");
        archive("arena");
        CLOCK.advance(Duration.ofSeconds(1));
        webhooks.ping(id);
        server.bean(MessageMaker.class).create(NOON);
        assertThat(webhooks.delivery(id).at("eventType")).isEqualTo("LEADERBOARD_ARCHIVED");
        assertThat(webhooks.delivery(id).at("nextAttemptAt")).isEqualTo("2025-07-13T12:00:01Z");
    }

    @Test
    void ignoresChangesBelowTheTop() {
        submit("arena", "ann", 10);
        submit("arena", "bob", 9);
        String id = webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [DAILY], topCount: 1");
        submit("arena", "bob", 10);
        submit("arena", "bob", 8);
        make();
        assertThat(types(id)).isEmpty();
    }

    @Test
    void reportsNewLeaderboardFromItsFirstChange() {
        String id = webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [ALL_TIME]");
        board("late");
        submit("late", "ann", 1);
        make();
        assertThat(changes(body(webhooks.delivery(id)))).containsExactly("ann SUBMITTED null 1 1");
    }

    @Test
    void sendsSnapshotIfChangesAreNotKnown() {
        submit("arena", "ann", 10);
        String id = webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [ALL_TIME]");
        int board = ofApp("SELECT id FROM leaderboard WHERE app_id = :app").one(Integer.class);
        server.bean(Sql.class).useTransaction(() -> server.bean(Outbox.class).appendWithoutMoves(board, NOON));
        make();
        Answer body = body(webhooks.delivery(id));
        assertThat(body.at("data", "snapshot")).isEqualTo(true);
        assertThat(changes(body)).containsExactly("ann null null 1 10");
    }

    @Test
    void createsNoMessagesWhileManyArePending() {
        String id = webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [DAILY]");
        ofApp("""
                INSERT INTO webhook_delivery (webhook_id, message_uuid, event_type, body, state, created_at, attempt_count,
                                              next_attempt_at)
                SELECT w.id, gen_random_uuid(), 'PING', '{}', 'PENDING', w.created_at, 0, w.created_at
                FROM webhook AS w, generate_series(1, :many)
                WHERE w.app_id = :app
                """).bind("many", MessageMaker.MAX_PENDING).execute();
        submit("arena", "ann", 10);
        make();
        assertThat(webhooks.delivery(id).at("eventType")).isEqualTo("PING");
        changeFirstDelivery("DELETE FROM webhook_delivery");
        submit("arena", "ann", 20);
        make();
        assertThat(changes(body(webhooks.delivery(id)))).containsExactly("ann SUBMITTED null 1 20");
    }

    @Test
    void createsEachMessageOnceOnTwoNodes() throws Exception {
        String id = webhooks.id(URL, "");
        try (var other = LaurelServer.on(server.database(), CLOCK)) {
            for (int n = 0; n < 20; n++) {
                archive("arena");
                webhooks.graphQL().ask("mutation { unarchiveLeaderboard(input: " + ARENA + ") { __typename } }");
                Thread beside = Thread.startVirtualThread(
                        () -> other.bean(MessageMaker.class).create(NOON));
                make();
                beside.join();
            }
        }
        make();
        assertThat(types(id)).hasSize(20);
    }

    @Test
    void deletesMessagesAfterAWeekUnlessPendingForEnabledWebhook() {
        String id = webhooks.id(URL, "");
        webhooks.ping(id);
        webhooks.ping(id);
        changeFirstDelivery("UPDATE webhook_delivery SET state = 'DELIVERED', next_attempt_at = NULL");
        server.bean(DeliverySweeper.class).sweep(NOON.plus(Duration.ofDays(7)));
        assertThat(types(id)).hasSize(2);
        server.bean(DeliverySweeper.class).sweep(NOON.plus(Duration.ofDays(7)).plusMillis(1));
        assertThat(types(id)).hasSize(1);
        assertThat(webhooks.delivery(id).at("state")).isEqualTo("PENDING");
        webhooks.update(id, ", state: DISABLED");
        server.bean(DeliverySweeper.class).sweep(NOON.plus(Duration.ofDays(7)).plusMillis(1));
        assertThat(types(id)).isEmpty();
    }

    private Statement ofApp(String text) {
        return server.bean(Sql.class).of(text).bind("app", server.appId());
    }

    /** Executes this for the app's oldest delivery. */
    private void changeFirstDelivery(String sql) {
        ofApp(sql + """
                 WHERE id = (SELECT min(d.id) FROM webhook_delivery AS d JOIN webhook AS w ON w.id = d.webhook_id
                             WHERE w.app_id = :app)
                """).execute();
    }

    private void make() {
        server.bean(MessageMaker.class).create(CLOCK.instant());
    }

    private void board(String key) {
        String rest =
                "\", updateMode: REPLACE, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]}) { __typename } }";
        webhooks.graphQL().ask("mutation { createLeaderboard(input: {key: \"" + key + rest);
    }

    private void archive(String key) {
        webhooks.graphQL()
                .ask("mutation { archiveLeaderboard(input: " + ARENA.replace("arena", key) + ") { __typename } }");
    }

    private void submit(String board, String participant, int score) {
        webhooks.graphQL()
                .ask("mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                        + participant + "\"}, score: " + score + "}) { receipt { status } errors { code } } }")
                .text("data", "submitScore", "receipt", "status");
    }

    /** The newest first. */
    private List<String> types(String id) {
        return webhooks.deliveries(id).stream()
                .map(delivery -> delivery.text("eventType"))
                .toList();
    }

    private static List<String> changes(Answer body) {
        return Stream.of("upserted", "removed")
                .flatMap(list -> body.list("data", list).stream())
                .map(change -> change.at("participant", "externalId") + " " + change.at("reason") + " "
                        + change.at("previousRank") + " " + change.at("rank") + " " + change.at("score"))
                .toList();
    }

    private static Answer body(Answer delivery) {
        try {
            return new Answer(JsonMapper.createDefault()
                    .readValue(delivery.text("body"), Argument.mapOf(String.class, Object.class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
