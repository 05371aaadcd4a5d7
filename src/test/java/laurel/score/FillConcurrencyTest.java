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

/** Who fills meets others, and does not stand in their way longer than needs be. */
class FillConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final String EVER = "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]";
    private static final String DAYS =
            "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\":" + " \"DAILY\", \"key\": \"daily\"}]";
    private static final String DEFINE =
            "UPDATE leaderboard SET version = version + 1, window_definitions = :windows::jsonb WHERE key = :board";
    private static final String WINDOWS = """
            SELECT w.name FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE l.key = :board AND w.kind = 'DAILY'
            ORDER BY w.name
            """;
    private static final String REFUSE_HURRY = """
            CREATE FUNCTION refuse_hurry() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF current_setting('statement_timeout') <> '0' THEN
                    RAISE EXCEPTION 'the statement has a deadline';
                END IF;
                RETURN new;
            END $$
            """;
    private static LaurelServer server;
    private static Submitting boards;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        boards = new Submitting(server, CLOCK);
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
    void whatIsRemovedWhileWindowsAreFilledStandsInNoneOfThem() throws Exception {
        boards.create("removed", "MAX", "[[]]", EVER, "[]");
        SubmissionResult gone = boards.submit("removed", "ann", 5, Map.of());
        define("removed");
        try (HeldBoard held = new HeldBoard(server, "removed")) {
            Future<Answer> filling = held.waits(() -> fill("removed", false));
            Future<Scores.RemovedSubmission> removal = held.waits(() -> boards.remove(gone));
            held.letGo();
            assertThat(filling.get().at("windowCount")).isEqualTo(1);
            assertThat(removal.get().changes()).hasSize(2);
        }
        for (String window : List.of("2025-07-13", "ALL-TIME")) {
            assertThat(Stood.of(server, "removed", window, "ann")).isEmpty();
        }
    }

    /** Where they stood open and empty, they would be due at once, and final without what falls in them. */
    @Test
    void pastWindowsAreSeenOnlyOnceTheyAreFilled() throws Exception {
        boards.create("past", "MAX", "[[]]", EVER, "[]");
        days("past", 3);
        define("past");
        try (HeldBoard held = new HeldBoard(server, "past")) {
            Future<Answer> filling = held.waits(() -> fill("past", false));
            assertThat(windows("past")).containsExactly("2025-07-15");
            held.letGo();
            assertThat(filling.get().at("windowCount")).isEqualTo(3);
        }
        assertThat(windows("past")).containsExactly("2025-07-13", "2025-07-14", "2025-07-15");
    }

    @Test
    void partitionsAreMadeAFewInATransactionAndByADryRunToo() {
        boards.create("many", "MAX", "[[]]", EVER, "[]");
        CLOCK.set(NOW.plus(Duration.ofDays(100)));
        days("many", 45);
        define("many");
        String slices = "SELECT count(*) FROM window_slice WHERE name BETWEEN 'day-2025-10-21' AND 'day-2025-12-04'";
        assertThat(fill("many", true).at("windowCount")).isEqualTo(45);
        assertThat(number(slices)).isEqualTo(45);
        assertThat(number("SELECT max(n) FROM (SELECT count(*) AS n FROM window_slice GROUP BY xmin::text) AS made"))
                .isLessThanOrEqualTo(20);
        assertThat(windows("many")).isEmpty();
        assertThat(fill("many", false).at("windowCount")).isEqualTo(45);
    }

    @Test
    void aFillingHasNoDeadline() {
        boards.create("long", "MAX", "[[]]", EVER, "[]");
        boards.submit("long", "ann", 5, Map.of());
        define("long");
        try {
            sql().execute(REFUSE_HURRY);
            sql().execute("CREATE TRIGGER unhurried BEFORE UPDATE ON score_submission"
                    + " FOR EACH ROW EXECUTE FUNCTION refuse_hurry()");
            assertThat(fill("long", false).at("submissionCount")).isEqualTo("1");
        } finally {
            sql().execute("DROP FUNCTION refuse_hurry() CASCADE");
        }
    }

    @Test
    void usesTheFirstDefinitionByDefault() {
        boards.create("first", "MAX", "[[]]", EVER, "[]");
        boards.submit("first", "ann", 5, Map.of());
        define("first", "[{\"kind\": \"DAILY\", \"key\": \"daily\"}, {\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]");
        Answer filled = new JobClient(server).result("backfillWindows", Map.of("leaderboardKey", "first"));
        assertThat(filled.at("changes", 0, "windowName")).isEqualTo("2025-07-13");
        assertThat(filled.at("changes", 0, "change", "window", "name")).isEqualTo("2025-07-13");
    }

    /** The job is stored with the leaderboard's identity, not its key. */
    @Test
    void failsIfTheLeaderboardIsDeletedMeanwhile() {
        boards.create("deleted", "MAX", "[[]]", EVER, "[]");
        String job = new JobClient(server)
                .start("backfillWindows", Map.of("leaderboardKey", "deleted"))
                .text("job", "id");
        sql().execute("UPDATE job SET parameters = jsonb_set(parameters, '{leaderboardId}', '0')"
                + " WHERE finished_at IS NULL");
        server.runJobs();
        assertThat(new JobClient(server).job(job).at("errors", 0, "code")).isEqualTo("LEADERBOARD_NOT_FOUND");
    }

    private static void days(String board, int many) {
        for (int day = 0; day < many; day++) {
            boards.submit(board, "ann", day, Map.of());
            if (day < many - 1) {
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

    private static Answer fill(String board, boolean dryRun) {
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
