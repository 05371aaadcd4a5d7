package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backfills run concurrently with other requests, and hold locks only for a short time. */
class WindowBackfillConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final String ALL_TIME = "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]";
    private static final String DAYS =
            "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\":" + " \"DAILY\", \"key\": \"daily\"}]";
    private static final String DEFINE =
            "UPDATE leaderboard SET version = version + 1, window_definitions = :windows::jsonb WHERE key = :board";
    private static final String WINDOWS = """
            SELECT w.name FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE l.key = :board AND w.kind = 'DAILY'
            ORDER BY w.name
            """;
    private static final String REJECT_STATEMENT_TIMEOUT = """
            CREATE FUNCTION reject_statement_timeout() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF current_setting('statement_timeout') <> '0' THEN
                    RAISE EXCEPTION 'the statement has a timeout';
                END IF;
                RETURN new;
            END $$
            """;
    private static LaurelServer server;
    private static DirectScoreClient boards;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        boards = new DirectScoreClient(server, CLOCK);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void setClock() {
        CLOCK.set(NOW);
    }

    @Test
    void removesSubmissionFromWindowsThatAreBackfilledMeanwhile() throws Exception {
        boards.create("removed", "MAX", "[[]]", ALL_TIME, "[]");
        SubmissionResult submitted = boards.submit("removed", "ann", 5, Map.of());
        define("removed");
        try (LockedLeaderboard locked = new LockedLeaderboard(server, "removed")) {
            Future<Answer> backfilling = locked.sendAndAwaitLock(() -> backfill("removed", false));
            Future<Scores.RemovedSubmission> removal = locked.sendAndAwaitLock(() -> boards.remove(submitted));
            locked.release();
            assertThat(backfilling.get().at("windowCount")).isEqualTo(1);
            assertThat(removal.get().changes()).hasSize(2);
        }
        for (String window : List.of("2025-07-13", "ALL-TIME")) {
            assertThat(StoredEntry.of(server, "removed", window, "ann")).isEmpty();
        }
    }

    /** A past window that is visible while it is empty would be finalized at once, without the entries that belong in it. */
    @Test
    void publishesPastWindowsOnlyWithTheirEntries() throws Exception {
        boards.create("past", "MAX", "[[]]", ALL_TIME, "[]");
        days("past", 3);
        define("past");
        try (LockedLeaderboard locked = new LockedLeaderboard(server, "past")) {
            Future<Answer> backfilling = locked.sendAndAwaitLock(() -> backfill("past", false));
            assertThat(windows("past")).containsExactly("2025-07-15");
            locked.release();
            assertThat(backfilling.get().at("windowCount")).isEqualTo(3);
        }
        assertThat(windows("past")).containsExactly("2025-07-13", "2025-07-14", "2025-07-15");
    }

    @Test
    void createsFewPartitionsPerTransaction() {
        boards.create("many", "MAX", "[[]]", ALL_TIME, "[]");
        CLOCK.set(NOW.plus(Duration.ofDays(100)));
        days("many", 45);
        define("many");
        String countSlices =
                "SELECT count(*) FROM window_slice WHERE name BETWEEN 'day-2025-10-21' AND 'day-2025-12-04'";
        assertThat(backfill("many", true).at("windowCount")).isEqualTo(45);
        assertThat(number(countSlices)).isEqualTo(45);
        assertThat(number("SELECT max(n) FROM (SELECT count(*) AS n FROM window_slice GROUP BY xmin::text) AS made"))
                .isLessThanOrEqualTo(20);
        assertThat(windows("many")).isEmpty();
        assertThat(backfill("many", false).at("windowCount")).isEqualTo(45);
    }

    @Test
    void runsBackfillWithoutStatementTimeout() {
        boards.create("long", "MAX", "[[]]", ALL_TIME, "[]");
        boards.submit("long", "ann", 5, Map.of());
        define("long");
        try {
            sql().execute(REJECT_STATEMENT_TIMEOUT);
            sql().execute("CREATE TRIGGER no_statement_timeout BEFORE UPDATE ON score_submission"
                    + " FOR EACH ROW EXECUTE FUNCTION reject_statement_timeout()");
            assertThat(backfill("long", false).at("submissionCount")).isEqualTo("1");
        } finally {
            sql().execute("DROP FUNCTION reject_statement_timeout() CASCADE");
        }
    }

    @Test
    void usesFirstWindowDefinitionByDefault() {
        boards.create("first", "MAX", "[[]]", ALL_TIME, "[]");
        boards.submit("first", "ann", 5, Map.of());
        define("first", "[{\"kind\": \"DAILY\", \"key\": \"daily\"}, {\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]");
        Answer result = new JobClient(server).result("backfillWindows", Map.of("leaderboardKey", "first"));
        assertThat(result.at("changes", 0, "windowName")).isEqualTo("2025-07-13");
        assertThat(result.at("changes", 0, "change", "window", "name")).isEqualTo("2025-07-13");
    }

    /** The job is stored with the leaderboard's identity, not its key. */
    @Test
    void failsIfLeaderboardIsDeletedMeanwhile() {
        boards.create("deleted", "MAX", "[[]]", ALL_TIME, "[]");
        String job = new JobClient(server)
                .start("backfillWindows", Map.of("leaderboardKey", "deleted"))
                .text("job", "id");
        sql().execute("UPDATE job SET parameters = jsonb_set(parameters, '{leaderboardId}', '0')"
                + " WHERE finished_at IS NULL");
        server.runJobs();
        assertThat(new JobClient(server).job(job).at("errors", 0, "code")).isEqualTo("LEADERBOARD_NOT_FOUND");
    }

    private static void days(String board, int count) {
        for (int day = 0; day < count; day++) {
            boards.submit(board, "ann", day, Map.of());
            if (day < count - 1) {
                CLOCK.advance(Duration.ofDays(1));
            }
        }
    }

    private static void define(String board) {
        define(board, DAYS);
    }

    private static void define(String board, String windows) {
        sql().of(DEFINE).bind("board", board).bind("windows", windows).execute();
    }

    private static Answer backfill(String board, boolean dryRun) {
        return new JobClient(server)
                .result(
                        "backfillWindows",
                        Map.of("leaderboardKey", board, "windowDefinitionKey", "daily", "dryRun", dryRun));
    }

    private static List<String> windows(String board) {
        return sql().of(WINDOWS).bind("board", board).list(String.class);
    }

    private static int number(String query) {
        return sql().of(query).one(Integer.class);
    }

    private static Sql sql() {
        return server.database().sql();
    }
}
