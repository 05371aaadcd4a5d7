package laurel.streak;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import laurel.streak.run.StreakPeriod;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A new streak contains all earlier activity that its day rule and event types count, and nothing else. */
@LaurelTest(at = "2021-01-10T12:00:00Z")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreakBackfillTest {
    private static final Instant NOON = Instant.parse("2021-01-10T12:00:00Z");
    private static final DayRule UTC = DayRule.of(ZoneId.of("UTC"));
    /** Around the end of a year of 53 weeks. Lines of winners, lines without events and lines of another rule do not count. */
    private static final String TALLY = """
            INSERT INTO activity_daily_tally (day_rule_id, participant_id, day, event_type, role, event_count, value_sum) VALUES
                (:rule, :ann, '2020-12-26', 'game.ended', 'ACTOR', 2, 0),
                (:rule, :ann, '2020-12-26', 'game.ended', 'PEER', 1, 0),
                (:rule, :ann, '2020-12-26', 'game.ended', 'WINNER', 3, 0),
                (:rule, :ann, '2020-12-27', 'dm.sent', 'ACTOR', 1, 0),
                (:rule, :ann, '2020-12-28', 'game.ended', 'PEER', 1, 0),
                (:rule, :ann, '2021-01-04', 'game.ended', 'ACTOR', 0, 0),
                (:rule, :ann, '2021-01-05', 'game.ended', 'ACTOR', 1, 0),
                (:rule, :ben, '2021-01-03', 'game.ended', 'ACTOR', 1, 0),
                (:other, :ben, '2021-01-04', 'game.ended', 'ACTOR', 1, 0)
            """;

    private static final String DAYS = """
            SELECT p.external_id || ' ' || day || ' ' || event_count
            FROM streak_day JOIN participant AS p ON p.id = participant_id
            WHERE streak_id = :id ORDER BY p.external_id, day
            """;
    private static final String RUNS = """
            SELECT p.external_id || ' ' || start_date || ' ' || end_date || ' ' || length
            FROM streak_run JOIN participant AS p ON p.id = participant_id
            WHERE streak_id = :id ORDER BY p.external_id, start_date
            """;

    @Inject
    LaurelServer server;

    @Inject
    Sql sql;

    @Inject
    DayRules dayRules;

    @Inject
    Streaks streaks;

    @BeforeAll
    void insertTallies() {
        StreakClient client = new StreakClient(server);
        sql.useTransaction(() -> sql.of(TALLY)
                .bind("rule", rule(UTC))
                .bind("other", rule(DayRule.of(ZoneId.of("Asia/Tokyo"))))
                .bind("ann", client.id("ann"))
                .bind("ben", client.id("ben"))
                .execute());
    }

    private int rule(DayRule rule) {
        return dayRules.use(server.appId(), rule, NOON).id();
    }

    @Test
    void fillsDailyStreakWithEventsOfAnyType() {
        long id = create("any", StreakPeriod.DAY, List.of());
        assertThat(rows(DAYS, id))
                .containsExactly(
                        "ann 2020-12-26 3",
                        "ann 2020-12-27 1",
                        "ann 2020-12-28 1",
                        "ann 2021-01-05 1",
                        "ben 2021-01-03 1");
        assertThat(rows(RUNS, id))
                .containsExactly(
                        "ann 2020-12-26 2020-12-28 3", "ann 2021-01-05 2021-01-05 1", "ben 2021-01-03 2021-01-03 1");
    }

    @Test
    void fillsDailyStreakWithEventsOfItsTypes() {
        long id = create("games", StreakPeriod.DAY, List.of("game.ended", "game.begun"));
        assertThat(rows(RUNS, id))
                .containsExactly(
                        "ann 2020-12-26 2020-12-26 1",
                        "ann 2020-12-28 2020-12-28 1",
                        "ann 2021-01-05 2021-01-05 1",
                        "ben 2021-01-03 2021-01-03 1");
    }

    @Test
    void fillsWeeklyStreak() {
        long id = create("weeks", StreakPeriod.WEEK, List.of());
        assertThat(rows(DAYS, id))
                .containsExactly("ann 2020-12-21 4", "ann 2020-12-28 1", "ann 2021-01-04 1", "ben 2020-12-28 1");
        assertThat(rows(RUNS, id)).containsExactly("ann 2020-12-21 2021-01-04 3", "ben 2020-12-28 2020-12-28 1");
    }

    private long create(String key, StreakPeriod period, List<String> types) {
        return streaks.create(server.appId(), new StreakDefinition(key, null, period, UTC, types), NOON)
                .id();
    }

    private List<String> rows(String statement, long id) {
        return sql.of(statement).bind("id", id).list(String.class);
    }
}
