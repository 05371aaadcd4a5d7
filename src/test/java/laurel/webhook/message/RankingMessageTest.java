package laurel.webhook.message;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardChanges;
import laurel.change.LeaderboardSignals.Scope;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.rankindex.EntryMove;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookClient;
import laurel.webhook.WebhookPositionRepository;
import laurel.webhook.WebhookPositionRepository.FollowedLeaderboard;
import laurel.webhook.WebhookPositionRepository.WebhookPosition;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages about rankings with many changes, or with changes that are not known. */
class RankingMessageTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String URL = "https://example.com/hook";
    private static final String BOTH = ", eventTypes: [TOP_STANDINGS_CHANGED, ENTRIES_ADDED], windowKinds: [ALL_TIME]";

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
    }

    @Test
    void reportsAddedEntriesIfOtherChangesAreNotKnown() {
        createLeaderboard("arena");
        String id = webhooks.id(URL, BOTH);
        submit("arena", "ann", 10);
        recordIncompleteChange();
        submit("arena", "bob", 5);
        createMessages();
        List<Answer> messages = webhooks.deliveries(id).reversed();
        assertThat(messages.stream().map(one -> one.text("eventType")))
                .containsExactly("ENTRIES_ADDED", "TOP_STANDINGS_CHANGED");
        assertThat(messages.getFirst().text("body")).containsSubsequence("ann", "bob");
        assertThat(messages.getLast().text("body"))
                .contains("\"snapshot\":true")
                .containsSubsequence("ann", "bob");
    }

    @Test
    void reportsChangesWithoutSnapshotWhenAWindowExpires() {
        createLeaderboard("arena");
        submit("arena", "ann", 10);
        webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [ALL_TIME]");
        submit("arena", "bob", 5);
        CLOCK.advance(Duration.ofDays(4));
        server.bean(WindowOpener.class).openAhead(CLOCK.instant());
        server.bean(Lifecycle.class).run(CLOCK.instant());
        server.bean(Housekeeping.class).run(CLOCK.instant());
        assertThat(server.bean(Sql.class)
                        .of("SELECT max(expired_at) FROM leaderboard_window WHERE app_id = :app")
                        .bind("app", server.appId())
                        .one(Instant.class))
                .isEqualTo(CLOCK.instant());
        createMessages();
        assertThat(messages("true")).isEmpty();
        assertThat(messages("false")).singleElement().asString().contains("bob").doesNotContain("ann");
    }

    @Test
    void sendsSnapshotsOnlyOfRankingsInFilter() {
        createLeaderboard("arena");
        submit("arena", "ann", 10);
        String id = webhooks.id(URL, BOTH);
        addGroups(100);
        recordIncompleteChange();
        createMessages();
        assertThat(webhooks.deliveries(id)).hasSize(1);
    }

    @Test
    void sendsSnapshotsOfAllRankingsInParts() {
        createLeaderboard("arena");
        submit("arena", "ann", 10);
        webhooks.id(URL, BOTH + ", groups: ALL");
        addGroups(250);
        recordIncompleteChange();
        createMessages();
        assertThat(messages("true")).hasSize(251).doesNotHaveDuplicates();
        createMessages();
        assertThat(messages("true")).hasSize(251);
    }

    @Test
    void reportsChangesOfRankingsWhoseSnapshotWasSentBefore() {
        createLeaderboard("arena", "[[], [\"region\"]]");
        webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [ALL_TIME], groups: ALL");
        submit("arena", "ann", 10, "{region: \"eu\"}");
        addGroups(98);
        submit("arena", "cid", 10, "{region: \"us\"}");
        recordIncompleteChange();
        assertThat(report()).extracting(WebhookPosition::snapshotAfter).doesNotContainNull();
        submit("arena", "bob", 5, "{region: \"us\"}");
        createMessages();
        assertThat(messages("true")).singleElement().asString().containsSubsequence("ann", "cid", "bob");
        assertThat(messages("false")).singleElement().asString().contains("bob").doesNotContain("cid");
    }

    @Test
    void sendsSnapshotOfWindowThatWasClosedSince() {
        createLeaderboard("arena");
        submit("arena", "ann", 10);
        webhooks.id(URL, ", eventTypes: [TOP_STANDINGS_CHANGED], windowKinds: [DAILY]");
        submit("arena", "bob", 5);
        recordIncompleteChange();
        CLOCK.advance(Duration.ofDays(1));
        server.bean(Lifecycle.class).run(CLOCK.instant());
        createMessages();
        assertThat(messages("true"))
                .anySatisfy(message ->
                        assertThat(message).contains("\"name\": \"2025-07-13\"").containsSubsequence("ann", "bob"));
    }

    /** Adds rankings of groups to the all-time window. */
    private void addGroups(int count) {
        use(() -> server.bean(Sql.class)
                .of("""
                INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
                SELECT w.slice_id::bigint << 40 | nextval('ranking_number'), r.app_id, r.leaderboard_id, r.window_id, r.sort_order,
                       jsonb_build_object('n', n::text)
                FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id AND w.kind = 'ALL_TIME',
                     generate_series(1, :count) AS n
                WHERE r.app_id = :app AND r.group_values = '{}'
                """)
                .bind("count", count)
                .bind("app", server.appId())
                .execute());
    }

    /** The data of the messages about tops. */
    private List<String> messages(String snapshot) {
        return server.bean(Sql.class)
                .of("""
                SELECT d.body::jsonb ->> 'data' FROM webhook_delivery AS d JOIN webhook AS w ON w.id = d.webhook_id
                WHERE w.app_id = :app AND d.body::jsonb #>> '{data,snapshot}' = :snapshot
                """)
                .bind("app", server.appId())
                .bind("snapshot", snapshot)
                .list(String.class);
    }

    @Test
    void reportsLeaderboardsFurthestBehindFirst() {
        IntStream.range(0, 25).forEach(n -> createLeaderboard("b" + n));
        webhooks.id(URL, BOTH);
        IntStream.range(0, 25).forEach(n -> submit("b" + n, "ann", 1));
        List<WebhookPosition> first = report();
        assertThat(first).hasSize(20);
        IntStream.range(0, 25).forEach(n -> submit("b" + n, "bob", 1));
        List<WebhookPosition> second = report();
        assertThat(first.stream().map(WebhookPosition::leaderboardId).distinct())
                .hasSize(20);
        assertThat(IntStream.concat(leaderboards(first), leaderboards(second)).distinct())
                .hasSize(25);
    }

    private static IntStream leaderboards(List<WebhookPosition> positions) {
        return positions.stream().mapToInt(WebhookPosition::leaderboardId);
    }

    private List<WebhookPosition> report() {
        return server.bean(Sql.class).inTransaction(() -> {
            Webhook webhook = webhook();
            var batch = server.bean(RankingMessages.class).next(webhook, Scope.ALL, NOON);
            assertThat(batch.more()).isTrue();
            server.bean(WebhookPositionRepository.class).advance(webhook.id(), batch.positions());
            return batch.positions();
        });
    }

    @Test
    void readsManyChangesOfALeaderboardInParts() {
        createLeaderboard("arena");
        webhooks.id(URL, BOTH);
        IntStream.range(0, 12).forEach(n -> submit("arena", "p" + n, n));
        use(() -> {
            ChangeFeed feed = server.bean(ChangeFeed.class);
            FollowedLeaderboard followed = server.bean(WebhookPositionRepository.class)
                    .leaderboards(webhook(), Scope.ALL)
                    .getFirst();
            int id = followed.id();
            long end = feed.position(id);
            LeaderboardChanges all = feed.between(id, followed.sequence(), end, 1_000);
            assertThat(all.position()).isEqualTo(end);
            assertThat(all.isComplete()).isTrue();
            LeaderboardChanges first = feed.between(id, followed.sequence(), end, 6);
            assertThat(first.position()).isLessThan(end);
            assertThat(moves(first)).hasSize(6).isEqualTo(moves(all).subList(0, 6));
            LeaderboardChanges second = feed.between(id, first.position(), end, 1_000);
            assertThat(moves(second)).isEqualTo(moves(all).subList(6, all.moveCount()));
        });
    }

    private static List<EntryMove> moves(LeaderboardChanges changes) {
        return changes.changes().stream()
                .flatMap(change -> requireNonNull(change.moves()).stream())
                .toList();
    }

    @Test
    void sendsSnapshotOfRanksThatWereLeftOut() {
        createLeaderboard("arena");
        submit("arena", "ann", 10);
        String id = webhooks.id(URL, BOTH);
        use(() -> server.bean(Sql.class)
                .of("UPDATE webhook_position SET snapshot_due = true WHERE webhook_id = :webhook")
                .bind("webhook", ofApp("webhook").one(Long.class))
                .execute());
        submit("arena", "bob", 5);
        createMessages();
        createMessages();
        assertThat(webhooks.deliveries(id)).hasSize(2);
        assertThat(webhooks.delivery(id).text("body"))
                .contains("\"snapshot\":true")
                .containsSubsequence("ann", "bob");
        assertThat(webhooks.deliveries(id).getLast().text("body"))
                .contains("bob")
                .doesNotContain("ann");
    }

    private Webhook webhook() {
        long id = ofApp("webhook").one(Long.class);
        return server.bean(MessageSourceRepository.class).claim(id, 1_000).orElseThrow();
    }

    private void recordIncompleteChange() {
        use(() -> server.bean(Outbox.class)
                .appendWithoutMoves(ofApp("leaderboard").one(Integer.class), NOON));
    }

    /** The ids of the app's rows in a table. */
    private Statement ofApp(String table) {
        return server.bean(Sql.class)
                .of("SELECT id FROM " + table + " WHERE app_id = :app")
                .bind("app", server.appId());
    }

    private void use(Runnable use) {
        server.bean(Sql.class).useTransaction(use);
    }

    private void createMessages() {
        server.bean(MessageMaker.class).create(CLOCK.instant());
    }

    private void createLeaderboard(String key) {
        createLeaderboard(key, "[[]]");
    }

    private void createLeaderboard(String key, String groupings) {
        webhooks.graphQL()
                .ask("mutation { createLeaderboard(input: {key: \"" + key + "\", groupings: " + groupings
                        + ", updateMode: REPLACE, windowDefinitions: [{kind: DAILY, retainCount: 1}, {kind: ALL_TIME}]}) {"
                        + " __typename } }");
    }

    private void submit(String board, String participant, int score) {
        submit(board, participant, score, "{}");
    }

    private void submit(String board, String participant, int score, String group) {
        webhooks.graphQL()
                .ask("mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                        + participant + "\"}, score: " + score + ", group: " + group
                        + "}) { receipt { status } errors { code } } }")
                .text("data", "submitScore", "receipt", "status");
    }
}
