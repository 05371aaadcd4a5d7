package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.sql.Sql;
import laurel.score.submission.SubmissionResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A window definition that is added later gets the same windows and entries as one that existed from the start. */
class WindowBackfillTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final String GROUPINGS = "[[], [\"region\"]]";
    private static final String ALL_TIME = "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]";
    private static final String ALL_WINDOWS = """
            [{"kind": "ALL_TIME", "key": "all-time"}, {"kind": "HOURLY", "key": "hourly"}, {"kind": "DAILY", "key": "daily"},
             {"kind": "CUSTOM", "key": "rolling", "anchorTime": "1970-01-01T00:00:00Z", "interval": "PT7M", "length": "PT16M"}]
            """;
    private static final String OVERRIDES = """
            [{"group": {"region": "r0"}, "sortOrder": "ASCENDING"}, {"group": {"region": "r1"}, "timeZone": "Asia/Kathmandu"}]
            """;
    private static final String ENTRIES = """
            SELECT w.name || ' ' || w.time_zone || ' ' || r.group_values || ' ' || p.external_id || ' ' || e.sort_key || ' '
                   || e.subscore_key || ' ' || e.tie_key || ' ' || e.achieved_at
            FROM entry AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN participant AS p ON p.id = e.participant_id
            WHERE l.key = :board
            ORDER BY 1
            """;
    private static LaurelServer server;
    private static DirectScoreClient boards;

    @BeforeAll
    static void start() {
        // Each ranking has a rank index from its second entry on, so backfills build one too.
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.rankindex.threshold", 2,
                        "laurel.rankindex.leaf-size", 2,
                        "laurel.rankindex.fanout", 2,
                        "laurel.limits.backfill-windows", 400));
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

    /**
     * Sends the same submissions and removals to a leaderboard that has the windows from the start, and to one that gets
     * them later.
     */
    @Test
    void createsSameEntriesAsWindowsThatExistedFromTheStart() {
        for (String mode : List.of("MAX", "MIN", "REPLACE", "INCREMENT")) {
            CLOCK.set(NOW);
            String always = "always-" + mode.toLowerCase(Locale.ROOT);
            String late = "late-" + mode.toLowerCase(Locale.ROOT);
            boards.create(always, mode, GROUPINGS, ALL_WINDOWS, OVERRIDES);
            boards.create(late, mode, GROUPINGS, ALL_TIME, OVERRIDES);
            play(new Random(7), always, late);
            define(late, ALL_WINDOWS);
            for (String kind : List.of("hourly", "daily", "rolling")) {
                assertThat(backfill(late, kind, true).at("dryRun")).isEqualTo(true);
            }
            assertThat(entries(late)).allMatch(entry -> entry.startsWith("ALL-TIME"));
            for (String kind : List.of("hourly", "daily", "rolling")) {
                Answer preview = backfill(late, kind, true);
                Answer result = backfill(late, kind, false);
                for (String field : List.of("windowCount", "submissionCount", "entryCount")) {
                    assertThat(result.at(field)).as(field).isEqualTo(preview.at(field));
                }
                assertThat(changes(result)).isEqualTo(changes(preview));
                assertThat(backfill(late, kind, false).at("windowCount")).isEqualTo(0);
            }
            assertThat(entries(late)).isEqualTo(entries(always));
            assertIndexed();
        }
    }

    @Test
    void reportsStandingChangesOfBackfill() {
        boards.create("moves", "MAX", "[[]]", ALL_TIME, "[]");
        boards.submit("moves", "ann", 5, Map.of());
        boards.submit("moves", "bob", 7, Map.of());
        define("moves", "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"DAILY\", \"key\": \"daily\"}]");
        boards.submit("moves", "cid", 6, Map.of());
        Answer result = backfill("moves", "daily", false);
        assertThat(result.at("windowCount")).isEqualTo(1);
        assertThat(result.at("submissionCount")).isEqualTo("2");
        assertThat(result.at("entryCount")).isEqualTo("2");
        assertThat(changes(result)).containsExactly("2025-07-13 bob null->7 #1", "2025-07-13 ann null->5 #3");
    }

    @Test
    void opensOnlyRetainedWindows() {
        boards.create("kept", "MAX", "[[]]", ALL_TIME, "[]");
        for (int day = 0; day < 6; day++) {
            boards.submit("kept", "ann", day, Map.of());
            CLOCK.advance(Duration.ofDays(1));
        }
        define(
                "kept",
                "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"DAILY\", \"key\":"
                        + " \"daily\", \"retainCount\": 2}]");
        assertThat(backfill("kept", "daily", false).at("windowCount")).isEqualTo(2);
        assertThat(entries("kept").stream().map(entry -> entry.substring(0, 10)))
                .containsExactly("2025-07-17", "2025-07-18", "ALL-TIME U");
    }

    @Test
    void backfillsOnlyGivenTimeRange() {
        boards.create("part", "MAX", "[[]]", ALL_TIME, "[]");
        for (int day = 0; day < 6; day++) {
            boards.submit("part", "ann", day, Map.of());
            CLOCK.advance(Duration.ofDays(1));
        }
        define("part", "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"DAILY\", \"key\": \"daily\"}]");
        backfill("part", "daily", Map.of("startTime", "2025-07-15T00:00:00Z", "endTime", "2025-07-16T00:00:00Z"));
        assertThat(entries("part").stream().map(entry -> entry.substring(0, 10)))
                .containsExactly("2025-07-15", "ALL-TIME U");
    }

    @Test
    void correctsClosedWindow() {
        boards.create("closed", "MAX", "[[]]", ALL_TIME, "[]");
        boards.submit("closed", "ann", 5, Map.of());
        define(
                "closed",
                "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"HOURLY\", \"key\": \"hourly\"}]");
        boards.submit("closed", "bob", 5, Map.of());
        sql().execute("UPDATE leaderboard_window SET requested_revision = 1, revision = 1,"
                + " finalized_at = finalizes_at WHERE name = '2025-07-13T14'");
        sql().execute("UPDATE ranking SET revision = 1 FROM leaderboard_window AS w"
                + " WHERE w.id = window_id AND w.name = '2025-07-13T14'");
        CLOCK.set(NOW.plus(Duration.ofHours(2)));
        backfill("closed", "hourly", false);
        String revisions = "SELECT w.requested_revision || ' ' || r.revision FROM ranking AS r"
                + " JOIN leaderboard_window AS w ON w.id = r.window_id JOIN leaderboard AS l ON l.id = w.leaderboard_id"
                + " WHERE l.key = 'closed' AND w.name = '2025-07-13T14'";
        assertThat(sql().of(revisions).list(String.class)).containsExactly("2 0");
    }

    @Test
    void rejectsInvalidBackfills() {
        boards.create("refused", "INCREMENT", "[[]]", ALL_WINDOWS, "[]");
        boards.submit("refused", "ann", 1, Map.of());
        assertThat(code("nothing", "daily", Map.of())).isEqualTo("LEADERBOARD_NOT_FOUND");
        Answer conflict = start("refused", "daily", Map.of("expectedVersion", 1));
        assertThat(conflict.at("errors", 0, "code")).isEqualTo("VERSION_CONFLICT");
        assertThat(conflict.at("errors", 0, "currentVersion")).isEqualTo(2);
        assertThat(conflict.at("job")).isNull();
        assertThat(code("refused", "weekly", Map.of())).isEqualTo("WINDOW_DEFINITION_NOT_FOUND");
        CLOCK.advance(Duration.ofDays(30));
        boards.submit("refused", "ann", 1, Map.of());
        Answer failed = new JobClient(server).run("backfillWindows", input("refused", "hourly", Map.of()));
        assertThat(failed.at("state")).isEqualTo("FAILED");
        assertThat(failed.at("errors", 0, "code")).isEqualTo("TOO_MANY_WINDOWS");
        assertThat(backfill("refused", "hourly", Map.of("startTime", "2025-08-01T00:00:00Z"))
                        .at("windowCount"))
                .isEqualTo(0);
        String noon = "2025-07-13T12:00:00Z";
        for (String end : List.of(noon, "2025-07-13T11:59:59Z")) {
            Map<String, Object> input = input("refused", "daily", Map.of("startTime", noon, "endTime", end));
            assertThat(new JobClient(server).send("backfillWindows", input).at("errors", 0, "extensions", "code"))
                    .isEqualTo("INVALID_ARGUMENT");
        }
    }

    @Test
    void skipsPlannedSeason() {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"planned\", windowDefinitions: [{kind:"
                        + " SEASON}, {kind: ALL_TIME}]})"
                        + " { __typename } startSeason(input: {leaderboardKey: \"planned\", startsAt: \""
                        + NOW.plusSeconds(120) + "\"}) { __typename } }");
        boards.submit("planned", "ann", 1, Map.of(), NOW.plusSeconds(180));
        assertThat(backfill("planned", "season", false).at("windowCount")).isEqualTo(0);
        assertThat(server.client()
                        .ask("{ leaderboard(key: \"planned\") { season(number: 1) { state } } }")
                        .at("data", "leaderboard", "season", "state"))
                .isEqualTo("PLANNED");
    }

    private static void play(Random random, String... keys) {
        Map<String, Map<Integer, SubmissionResult>> sent = new HashMap<>();
        for (int step = 0; step < Tries.of(16, 40); step++) {
            CLOCK.advance(Duration.ofMinutes(random.nextInt(30)));
            String who = "who-" + random.nextInt(5);
            int score = random.nextInt(9);
            var group = Map.of("region", "r" + random.nextInt(3));
            Instant at = CLOCK.instant().minus(Duration.ofMinutes(random.nextInt(40)));
            int removedStep = random.nextInt(4) == 0 ? random.nextInt(step + 1) : -1;
            for (String key : keys) {
                var ofBoard = sent.computeIfAbsent(key, absent -> new HashMap<>());
                ofBoard.put(step, boards.submit(key, who, score, group, at));
                SubmissionResult removed = ofBoard.remove(removedStep);
                if (removed != null) {
                    boards.remove(removed);
                }
            }
        }
    }

    private static void assertIndexed() {
        Answer checked = new JobClient(server).result("checkRankings", Map.of());
        assertThat(checked.at("wrongCount")).isEqualTo(0);
        assertThat(checked.text("indexRowCount")).isNotEqualTo("0");
    }

    private static List<String> changes(Answer result) {
        return result.list("changes").stream()
                .map(one -> one.text("windowName") + " " + one.text("change", "participant", "externalId") + " "
                        + one.at("change", "previousScore") + "->" + one.at("change", "score") + " #"
                        + one.at("change", "rank"))
                .toList();
    }

    private static Object code(String board, String definition, Map<String, Object> more) {
        return start(board, definition, more).text("errors", 0, "code");
    }

    private static Answer start(String board, String definition, Map<String, Object> more) {
        return new JobClient(server).start("backfillWindows", input(board, definition, more));
    }

    private static Answer backfill(String board, String definition, boolean dryRun) {
        return backfill(board, definition, Map.of("dryRun", dryRun));
    }

    private static Answer backfill(String board, String definition, Map<String, Object> more) {
        return new JobClient(server).result("backfillWindows", input(board, definition, more));
    }

    private static Map<String, Object> input(String board, String definition, Map<String, Object> more) {
        Map<String, Object> input = new HashMap<>(Map.of("leaderboardKey", board, "windowDefinitionKey", definition));
        input.putAll(more);
        return input;
    }

    private static void define(String board, String windows) {
        sql().of(
                        "UPDATE leaderboard SET version = version + 1, window_definitions = :windows::jsonb WHERE key = :board")
                .bind("board", board)
                .bind("windows", windows)
                .execute();
    }

    private static List<String> entries(String board) {
        return sql().of(ENTRIES).bind("board", board).list(String.class);
    }

    private static Sql sql() {
        return server.database().sql();
    }
}
