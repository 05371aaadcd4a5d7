package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Emptying;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.AppSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The opener opens missing windows and locks nothing else. It does not read what it has found open before. */
class WindowOpenerTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant TOMORROW = NOW.plus(DAY);
    private static final String DAILY = "windowDefinitions: [{kind: DAILY}]";

    private static LaurelServer server;
    private static WindowOpener opener;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW));
        opener = server.bean(WindowOpener.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
    }

    @Test
    void doesNotWaitForLeaderboardsWithOpenWindows() {
        Windows windows = server.bean(Windows.class);
        Leaderboard open = board("open", DAILY);
        Leaderboard closed = board("closed", DAILY);
        windows.open(RequiredWindows.of(open, TOMORROW), TOMORROW);
        server.database().sql().useTransaction(() -> {
            server.database()
                    .sql()
                    .of("SELECT id FROM leaderboard WHERE id = :id FOR UPDATE")
                    .bind("id", open.id())
                    .one(Integer.class);
            windows.open(RequiredWindows.of(List.of(open, closed), TOMORROW), TOMORROW);
        });
        assertThat(names("closed")).containsExactly("2025-07-13", "2025-07-14", "2025-07-15");
    }

    @Test
    void readsOnlyVersionsWhileNothingChanges() {
        board("days", DAILY);
        board("all", "windowDefinitions: [{kind: ALL_TIME}]");
        opener.openAhead(NOW);
        assertThat(statements(NOW.plusSeconds(60))).isEqualTo(1);
        assertThat(opener.unopenedSlices(NOW.plusSeconds(60))).isEmpty();
    }

    /** The last instant before something changes, and the window that is required from then on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: HOURLY | 2025-07-13T14:59:59.999999Z | 2025-07-13T16",
                "kind: DAILY | 2025-07-13T23:59:59.999999Z | 2025-07-15",
                // They overlap: the next one starts while others go on.
                "kind: CUSTOM, key: \"a\", anchorTime: \"2025-07-13T00:00:00Z\", interval: \"P1D\", length: \"P3D\""
                        + " | 2025-07-13T23:59:59.999999Z | a#2",
                // They leave gaps: in a gap only the next one is required.
                "kind: CUSTOM, key: \"a\", anchorTime: \"2025-07-13T00:00:00Z\", interval: \"P2D\", length: \"P1D\""
                        + " | 2025-07-14T23:59:59.999999Z | a#2"
            })
    void opensNextWindowsWhenTheyChange(String definition, Instant last, String next) {
        board("board", "windowDefinitions: [{" + definition + "}]");
        opener.openAhead(NOW);
        opener.openAhead(last);
        assertThat(statements(last)).isEqualTo(1);
        assertThat(names("board")).doesNotContain(next);
        opener.openAhead(last.plusNanos(1_000));
        assertThat(names("board")).contains(next);
    }

    @Test
    void opensPlannedSeasonAtItsStart() {
        board("league", "windowDefinitions: [{kind: SEASON}]");
        server.client()
                .ask("mutation { startSeason(input: {leaderboardKey: \"league\", startsAt: \"" + TOMORROW
                        + "\"}) { season { id } } }")
                .text("data", "startSeason", "season", "id");
        opener.openAhead(NOW);
        opener.openAhead(TOMORROW.minusNanos(1_000));
        assertThat(names("league")).isEmpty();
        opener.openAhead(TOMORROW);
        assertThat(names("league")).containsExactly("SEASON-1");
    }

    /** Windows are deleted only with a new version. */
    @Test
    void opensWindowsOfLeaderboardThatHasChanged() {
        board("days", DAILY);
        opener.openAhead(NOW);
        execute("DELETE FROM leaderboard_window");
        opener.openAhead(NOW);
        assertThat(names("days")).isEmpty();
        execute("UPDATE leaderboard SET version = version + 1");
        opener.openAhead(NOW);
        assertThat(names("days")).containsExactly("2025-07-13", "2025-07-14");
    }

    @Test
    void forgetsLeaderboardsThatAreNotFound() {
        board("days", DAILY);
        opener.openAhead(NOW);
        execute("UPDATE leaderboard SET archived_at = '" + NOW + "'");
        opener.openAhead(NOW);
        execute("DELETE FROM leaderboard_window");
        opener.openAhead(NOW);
        assertThat(names("days")).isEmpty();
        execute("UPDATE leaderboard SET archived_at = NULL");
        opener.openAhead(NOW);
        assertThat(names("days")).containsExactly("2025-07-13", "2025-07-14");
    }

    @Test
    void opensWindowsInTimeZonesThatTheDirectoryHasLater() {
        board("days", "groupings: [[], [\"campus\"]], timeZoneAttribute: \"campus\", " + DAILY);
        opener.openAhead(NOW);
        server.client()
                .ask(
                        "mutation { createGroup(input: {attribute: \"campus\", value: \"tokyo\", timeZone: \"Asia/Tokyo\"}) {"
                                + " group { value } } }")
                .text("data", "createGroup", "group", "value");
        assertThat(names("days")).hasSize(2);
        opener.openAhead(NOW);
        assertThat(names("days")).containsExactly("2025-07-13", "2025-07-13", "2025-07-14", "2025-07-14");
    }

    @Test
    void opensWindowsOfAnEarlierTimeIfTheClockGoesBack() {
        board("days", DAILY);
        opener.openAhead(NOW.plus(DAY.multipliedBy(9)));
        opener.openAhead(NOW.plus(DAY.multipliedBy(4)));
        assertThat(names("days")).contains("2025-07-17", "2025-07-18");
    }

    @Test
    void triesAgainAfterFailure() {
        board("days", DAILY);
        board("hours", "windowDefinitions: [{kind: HOURLY}]");
        execute("ALTER TABLE leaderboard_window ADD CONSTRAINT never CHECK (name <> '2025-07-15')");
        try {
            opener.openAhead(TOMORROW);
            assertThat(names("hours")).contains("2025-07-14T15");
            assertThat(names("days")).doesNotContain("2025-07-15");
            assertThat(opener.unopenedSlices(TOMORROW)).containsExactlyInAnyOrder("day-2025-07-14", "day-2025-07-15");
        } finally {
            execute("ALTER TABLE leaderboard_window DROP CONSTRAINT never");
        }
        opener.openAhead(TOMORROW);
        assertThat(names("days")).contains("2025-07-15");
        assertThat(opener.unopenedSlices(TOMORROW)).isEmpty();
    }

    /** Returns the number of statements of a pass. */
    private static int statements(Instant now) {
        try (var recorded = Statements.of(server.bean(Sql.class), Thread.currentThread()::equals)) {
            opener.openAhead(now);
            return recorded.take().size();
        }
    }

    private static List<String> names(String board) {
        return server.database()
                .sql()
                .of("SELECT w.name FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id"
                        + " WHERE l.key = :board ORDER BY 1")
                .bind("board", board)
                .list(String.class);
    }

    private static void execute(String statement) {
        server.database().sql().execute(statement);
    }

    /** @param fields other fields of the input */
    private static Leaderboard board(String key, String fields) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + fields
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        return server.bean(Leaderboards.class).byKey(AppSource.DEFAULT_APP, key).orElseThrow();
    }
}
