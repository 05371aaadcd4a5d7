package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scores of hours when leaderboards, policies and limits change. */
class HourlyChangeTest {
    private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    private static final String WINDOWS = "{kind: HOURLY}, {kind: DAILY}";
    /** A day with more than 20 events of a participant counts at noon. */
    private static final Map<String, Object> LIMITS = Map.of("laurel.limits.hourly-events", "20");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private HourlyScoreClient board;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK, LIMITS);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        board = new HourlyScoreClient(service.inNewApp(), CLOCK);
    }

    /** A leaderboard that gets hours does not have them for days that it has the score of. */
    @Test
    void splitsDaysWithoutScoreWhenLeaderboardGetsHours() {
        board.create("{kind: DAILY}");
        board.late().record("ann", DAY, 9, 2);
        board.update("windowDefinitions: [" + WINDOWS + "]");
        board.late().record("ann", DAY, 10, 1);
        board.late().record("ben", DAY, 10, 1);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T10", List.of("1 ben 1"), "2026-03-10T12", List.of("1 ann 1")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3", "2 ben 1")));
    }

    @Test
    void goesOnSplittingDayAfterLeaderboardLosesHours() {
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 2);
        board.update("windowDefinitions: [{kind: DAILY}]");
        board.late().record("ann", DAY, 10, 1);
        board.late().record("ben", DAY, 10, 1);
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3", "2 ben 1")));
        assertThat(board.submittedParts()).containsExactly("2 parts", "whole");
    }

    @Test
    void submitsRejectedHourLater() {
        board.create(WINDOWS);
        board.update("maxScore: 3");
        board.late().record("ann", DAY, 9, 2);
        board.late().record("ann", DAY, 10, 2);
        board.late().record("ann", DAY, 11, 1);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 2"), "2026-03-10T11", List.of("1 ann 1")));
        assertThat(board.submittedParts()).containsExactly("2 parts");

        board.update("maxScore: 10");
        board.late().record("ann", DAY, 8, 1);

        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of(
                        "2026-03-10T08", List.of("1 ann 1"),
                        "2026-03-10T09", List.of("1 ann 2"),
                        "2026-03-10T10", List.of("1 ann 2"),
                        "2026-03-10T11", List.of("1 ann 1")));
    }

    @Test
    void scoresHoursOfUnarchivedPolicy() {
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 1);
        board.policy("archiveScoringPolicy");
        board.late().record("ann", DAY, 8, 2);
        assertThat(board.standings("hourly")).isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 1")));
        board.policy("unarchiveScoringPolicy");
        service.runJobs();
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T08", List.of("1 ann 2"), "2026-03-10T09", List.of("1 ann 1")));
    }

    /** An operator may have deleted events. What no event explains counts in the last hour. */
    @Test
    void sumOfHoursIsScoreOfDayWithoutEarlierEvents() {
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 2);
        service.database()
                .sql()
                .of("DELETE FROM activity_event WHERE app_id = :app")
                .bind("app", board.app().appId())
                .execute();
        board.late().record("ann", DAY, 10, 1);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 0"), "2026-03-10T10", List.of("1 ann 3")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 3")));
    }

    @Test
    void dayWithTooManyEventsCountsAtNoon() {
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 15);
        board.late().record("ann", DAY, 10, 5);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of("2026-03-10T09", List.of("1 ann 15"), "2026-03-10T10", List.of("1 ann 5")));
        board.late().record("ann", DAY, 11, 1);
        assertThat(board.standings("hourly"))
                .isEqualTo(Map.of(
                        "2026-03-10T09", List.of("1 ann 0"),
                        "2026-03-10T10", List.of("1 ann 0"),
                        "2026-03-10T12", List.of("1 ann 21")));
        assertThat(board.standings("daily")).isEqualTo(Map.of("2026-03-10", List.of("1 ann 21")));
    }

    @Test
    void onlyPoliciesWithHoursReadEvents() {
        board.create("{kind: DAILY}");
        board.late().record("ann", DAY, 9, 1);
        board.late().record("ann", DAY, 10, 1);
        List<String> daily = statements(1);
        assertThat(daily).noneMatch(HourlyChangeTest::readsEvents);
        assertThat(statements(10)).isEqualTo(daily);

        inNewApp();
        board.create(WINDOWS);
        board.late().record("ann", DAY, 9, 1);
        board.late().record("ann", DAY, 10, 1);
        List<String> hourly = statements(1);
        assertThat(hourly).filteredOn(HourlyChangeTest::readsEvents).hasSize(1);
        // Afterwards they check that none of these events may have been dropped.
        assertThat(hourly).filteredOn(HourlyChangeTest::readsRetention).hasSize(1);
        assertThat(hourly).hasSize(daily.size() + 2);
        assertThat(statements(10)).isEqualTo(hourly);
    }

    private List<String> statements(int events) {
        try (var statements = Statements.of(service.bean(Sql.class))) {
            board.late().record("ann", DAY, 10, events);
            return statements.take().stream().map(Executed::named).toList();
        }
    }

    private static boolean readsRetention(String statement) {
        return statement.contains("activity_complete_day(max(month)) FROM activity_dropped_month");
    }

    private static boolean readsEvents(String statement) {
        return statement.contains("FROM activity_event AS l") && statement.contains("activity_daily_peer");
    }
}
