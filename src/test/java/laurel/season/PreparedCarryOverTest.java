package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.AppSource;
import laurel.window.SeasonStarter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Scores are carried over before the leaderboard is locked; what changes until then is carried over again. */
class PreparedCarryOverTest {
    private static final String SEASONS =
            "groupings: [[], [\"region\"]], windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]";
    private static final List<String> REGIONS = List.of("eu", "us", "asia");
    private static final int PARTICIPANTS = 60;

    /** Entries of the second season, ranked and withheld, and the submissions that were carried over to it. */
    private static final String CARRIED = """
            SELECT (SELECT count(*) FROM score_submission AS s WHERE s.carried_from IS NOT NULL AND s.leaderboard_id = l.id)
                   || ' of ' || (SELECT count(*) FROM (SELECT * FROM entry UNION ALL SELECT * FROM restriction_entry) AS e
                                 JOIN ranking AS r ON r.id = e.ranking_id AND r.group_values = '{}'
                                 JOIN leaderboard_window AS w ON w.id = r.window_id AND w.name = 'SEASON-2'
                                 JOIN score_submission AS s ON s.id = e.submission_id AND s.window_ids = ARRAY[w.id]
                                 WHERE r.leaderboard_id = l.id)
            FROM leaderboard AS l WHERE l.key = :board
            """;

    private static final String WITHOUT_RANKING =
            "SELECT count(*) FROM entry AS e WHERE NOT EXISTS (SELECT FROM ranking AS r WHERE r.id = e.ranking_id)";

    private static final String LOCKED = """
            SELECT count(*) FROM pg_locks
            WHERE locktype = 'advisory' AND classid = hashtext('leaderboard')::oid AND objsubid = 2
              AND objid = (SELECT id FROM leaderboard WHERE key = 'free')
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """;

    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
    private static LaurelServer server;
    private static SeasonClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.rankindex.threshold", 20));
        client = new SeasonClient(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void unwatch() {
        server.bean(Sql.class).watch(StatementWatcher.NONE);
    }

    /** Runs work when the scores of all ranked participants are being carried over. Returns how often they are. */
    private static AtomicInteger duringCarryOver(Runnable work) {
        var count = new AtomicInteger();
        server.bean(Sql.class).watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                String text = statement.text();
                if (text.contains("carried_from")
                        && text.contains("INSERT INTO entry_")
                        && !text.contains(":participants")
                        && count.incrementAndGet() == 1) {
                    work.run();
                }
            }
        });
        return count;
    }

    private static Map<String, Object> of(String region) {
        return Map.of("group", Map.of("region", region));
    }

    private static void fill(String board) {
        client.create(board, SEASONS);
        client.start(board, Map.of());
        for (int n = 0; n < PARTICIPANTS; n++) {
            client.submit(board, "who-" + n, n % 7, of(n % 3 == 0 ? "eu" : "us"));
        }
        CLOCK.advance(Duration.ofHours(1));
    }

    private static void change(String mutation) {
        Answer answer = client.graphQL().ask("mutation { " + mutation + " { errors { code } } }");
        assertThat(answer.at("errors")).isNull();
        assertThat(answer.at("data", mutation.substring(0, mutation.indexOf('(')), "errors", 0))
                .isNull();
    }

    /** All scores are carried over as they are, so both seasons have the same rankings. */
    private static void checkSeasons(String board) {
        assertThat(client.scores(board, "SEASON-2")).isEqualTo(client.scores(board, "SEASON-1"));
        for (String region : REGIONS) {
            Map<String, String> group = Map.of("region", region);
            assertThat(client.scores(board, "SEASON-2", group)).isEqualTo(client.scores(board, "SEASON-1", group));
        }
        Answer checked = new JobClient(server).result("checkRankings", Map.of("leaderboardKey", board));
        assertThat(checked.list("wrongRankings")).isEmpty();
        assertThat(one(WITHOUT_RANKING)).isZero();
    }

    private static long one(String query) {
        return server.database().sql().of(query).one(Long.class);
    }

    private static String carried(String board) {
        return server.database().sql().of(CARRIED).bind("board", board).one(String.class);
    }

    @Test
    void carriesOverWithoutLockOfLeaderboard() {
        fill("free");
        AtomicInteger carried = duringCarryOver(() -> assertThat(one(LOCKED)).isZero());
        client.start("free", Map.of("carryOver", 1));
        assertThat(carried).hasValue(1);
        checkSeasons("free");
        assertThat(carried("free")).isEqualTo("60 of 60");
    }

    @Test
    void carriesChangesOverAgain() {
        fill("busy");
        change("hideParticipant(input: {leaderboardKey: \"busy\", participant: {external: {externalId: \"who-9\"}}})");
        AtomicInteger carried = duringCarryOver(() -> {
            client.submit("busy", "who-1", 1_000, of("us"));
            client.submit("busy", "who-2", -1_000, of("eu"));
            client.submit("busy", "who-3", 5, of("asia"));
            client.submit("busy", "fresh", 50, of("asia"));
            // Not listed in the outbox, because its entry is in no ranking.
            client.submit("busy", "who-9", 90, of("oceania"));
            change(
                    "hideParticipant(input: {leaderboardKey: \"busy\", participant: {external: {externalId: \"who-4\"}}})");
            change("removeEntry(input: {leaderboardKey: \"busy\", participant: {external: {externalId: \"who-5\"}}})");
        });
        client.start("busy", Map.of("carryOver", 1));
        assertThat(carried).hasValue(1);
        assertThat(client.scores("busy", "SEASON-2"))
                .containsEntry("who-1", "1000")
                .containsEntry("fresh", "50")
                .doesNotContainKeys("who-4", "who-5", "who-9");
        checkSeasons("busy");
        assertThat(carried("busy")).isEqualTo("60 of 60");
    }

    /** The outbox does not say what has changed. */
    @Test
    void carriesAllOverAgainAfterChangeInBulk() {
        fill("bulk");
        AtomicInteger carried = duringCarryOver(() -> server.bean(Sql.class).useTransaction(() -> {
            int board = board("bulk").id();
            server.bean(Leaderboards.class).lock(AppSource.DEFAULT_APP, Set.of(board));
            server.bean(Outbox.class).appendWithoutMoves(board, CLOCK.instant());
        }));
        client.start("bulk", Map.of("carryOver", 1));
        assertThat(carried).hasValue(2);
        checkSeasons("bulk");
        assertThat(carried("bulk")).isEqualTo("60 of 60");
    }

    private static Leaderboard board(String key) {
        return server.bean(Leaderboards.class).byKey(AppSource.DEFAULT_APP, key).orElseThrow();
    }

    @Test
    void keepsNothingOfStartThatIsNotDueAnyMore() {
        fill("idle");
        client.start("idle", Map.of("startsAt", CLOCK.instant().plusSeconds(60).toString(), "carryOver", 1));
        CLOCK.advance(Duration.ofMinutes(1));
        AtomicInteger carried = duringCarryOver(() -> change("archiveLeaderboard(input: {leaderboardKey: \"idle\"})"));
        server.bean(SeasonStarter.class).startDue(board("idle"), CLOCK.instant());
        assertThat(carried).hasValue(1);
        assertThat(client.season("idle", 2).at("startedAt")).isNull();
        assertThat(carried("idle")).isEqualTo("0 of 0");
        assertThat(one(WITHOUT_RANKING)).isZero();
        change("unarchiveLeaderboard(input: {leaderboardKey: \"idle\"})");
        server.bean(SeasonStarter.class).startDue(board("idle"), CLOCK.instant());
        checkSeasons("idle");
        assertThat(carried("idle")).isEqualTo("60 of 60");
    }
}
