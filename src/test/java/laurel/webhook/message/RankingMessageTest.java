package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.LeaderboardSignals.Where;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookClient;
import laurel.webhook.WebhookPositionRepository;
import laurel.webhook.WebhookPositionRepository.Board;
import laurel.webhook.WebhookPositionRepository.Reached;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages about rankings where more has changed than is told at once, or than is known. */
class RankingMessageTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String URL = "https://example.com/hook";
    private static final String BOTH = ", eventTypes: [TOP_STANDINGS_CHANGED, ENTRY_ADDED], windowKinds: [ALL_TIME]";

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private LaurelServer server;
    private WebhookClient webhooks;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK);
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
    void entriesAreToldThoughSomethingElseIsNotKnown() {
        board("arena");
        String id = webhooks.id(URL, BOTH);
        submit("arena", "ann", 10);
        anew();
        submit("arena", "bob", 5);
        make();
        List<Answer> made = webhooks.deliveries(id).reversed();
        assertThat(made.stream().map(one -> one.text("eventType")))
                .containsExactly("ENTRY_ADDED", "TOP_STANDINGS_CHANGED");
        assertThat(made.getFirst().text("body")).containsSubsequence("ann", "bob");
        assertThat(made.getLast().text("body")).contains("\"snapshot\":true").containsSubsequence("ann", "bob");
    }

    @Test
    void whatStandsIsToldOfThoseThatItIsToldOfAlone() {
        board("arena");
        submit("arena", "ann", 10);
        String id = webhooks.id(URL, BOTH);
        use(() -> server.bean(Sql.class).of("""
                INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
                SELECT -n, r.app_id, r.leaderboard_id, r.window_id, r.sort_order, jsonb_build_object('n', n::text)
                FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id AND w.kind = 'ALL_TIME',
                     generate_series(1, 100) AS n
                WHERE r.app_id = :app
                """).bind("app", server.appId()).execute());
        anew();
        make();
        assertThat(webhooks.deliveries(id)).hasSize(1);
    }

    @Test
    void boardsThatAreFurthestBehindAreToldFirst() {
        IntStream.range(0, 25).forEach(n -> board("b" + n));
        webhooks.id(URL, BOTH);
        IntStream.range(0, 25).forEach(n -> submit("b" + n, "ann", 1));
        List<Reached> first = told();
        assertThat(first).hasSize(20);
        IntStream.range(0, 25).forEach(n -> submit("b" + n, "bob", 1));
        List<Reached> second = told();
        assertThat(first.stream().map(Reached::board).distinct()).hasSize(20);
        assertThat(IntStream.concat(boards(first), boards(second)).distinct()).hasSize(25);
    }

    private static IntStream boards(List<Reached> reached) {
        return reached.stream().mapToInt(Reached::board);
    }

    private List<Reached> told() {
        return server.bean(Sql.class).inTransaction(() -> {
            Webhook webhook = webhook();
            var told = server.bean(RankingMessages.class).of(webhook, Where.EVERYWHERE, NOON);
            assertThat(told.more()).isTrue();
            server.bean(WebhookPositionRepository.class).reach(webhook.id(), told.reached());
            return told.reached();
        });
    }

    @Test
    void aBoardThatHasChangedMuchIsReadInParts() {
        board("arena");
        webhooks.id(URL, BOTH);
        IntStream.range(0, 12).forEach(n -> submit("arena", "p" + n, n));
        use(() -> {
            Outbox outbox = server.bean(Outbox.class);
            Board board = server.bean(WebhookPositionRepository.class)
                    .boards(webhook(), Where.EVERYWHERE)
                    .getFirst();
            long present =
                    outbox.positions(List.of(board.id())).values().iterator().next();
            LeaderboardChanges all = LeaderboardChanges.read(outbox, board, present, true, 1_000);
            assertThat(all.more()).isFalse();
            assertThat(all.reached()).isEqualTo(present);
            LeaderboardChanges first = LeaderboardChanges.read(outbox, board, present, true, 6);
            assertThat(first.more()).isTrue();
            assertThat(first.shifts()).hasSize(6).isEqualTo(all.shifts().subList(0, 6));
            var rest = new Board(board.id(), "arena", 0, true, first.reached(), true);
            LeaderboardChanges second = LeaderboardChanges.read(outbox, rest, present, false, 1_000);
            assertThat(second.shifts())
                    .isEqualTo(all.shifts().subList(6, all.shifts().size()));
            assertThat(second.whole()).isFalse();
        });
    }

    @Test
    void ranksThatWereLeftOutAreToldAsTheyStand() {
        board("arena");
        submit("arena", "ann", 10);
        String id = webhooks.id(URL, BOTH);
        use(() -> server.bean(Sql.class)
                .of("UPDATE webhook_position SET anew = true WHERE webhook_id = :webhook")
                .bind("webhook", ofApp("webhook").one(Long.class))
                .execute());
        submit("arena", "bob", 5);
        make();
        make();
        assertThat(webhooks.deliveries(id)).hasSize(2);
        assertThat(webhooks.delivery(id).text("body"))
                .contains("\"snapshot\":true")
                .containsSubsequence("ann", "bob");
        assertThat(webhooks.deliveries(id).getLast().text("body"))
                .contains("bob")
                .doesNotContain("ann");
    }

    @Test
    void noMessageIsDueBeforeThoseBeforeIt() {
        board("arena");
        String id = webhooks.id(URL, "");
        webhooks.graphQL().ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"arena\"}) { __typename } }");
        CLOCK.advance(Duration.ofSeconds(1));
        webhooks.ping(id);
        server.bean(MessageMaker.class).make(NOON);
        assertThat(webhooks.delivery(id).at("eventType")).isEqualTo("LEADERBOARD_ARCHIVED");
        assertThat(webhooks.delivery(id).at("nextAttemptAt")).isEqualTo("2025-07-13T12:00:01Z");
    }

    private Webhook webhook() {
        long id = ofApp("webhook").one(Long.class);
        return server.bean(MessageSourceRepository.class).claim(id, 1_000).orElseThrow();
    }

    private void anew() {
        use(() -> server.bean(Outbox.class).noteAnew(ofApp("leaderboard").one(Integer.class), NOON));
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

    private void make() {
        server.bean(MessageMaker.class).make(CLOCK.instant());
    }

    private void board(String key) {
        webhooks.graphQL()
                .ask("mutation { createLeaderboard(input: {key: \"" + key
                        + "\", updateMode: REPLACE, windowDefinitions: [{kind: DAILY}, {kind:"
                        + " ALL_TIME}]}) { __typename } }");
    }

    private void submit(String board, String who, int score) {
        webhooks.graphQL()
                .ask("mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                        + who + "\"}, score: " + score + "}) { receipt { status } errors { code } } }")
                .text("data", "submitScore", "receipt", "status");
    }
}
