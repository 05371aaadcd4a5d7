package laurel.streak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Sql;
import laurel.graphql.RequestContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A streak that is new has all that was counted by its rule before, and nothing else. */
class StreakFillTest {
    private static final int APP = RequestContext.DEFAULT_APP;
    private static final Instant NOON = Instant.parse("2021-01-10T12:00:00Z");
    private static final DayRule UTC = DayRule.of(ZoneId.of("UTC"));
    /** Over the end of a year of 53 weeks. Neither what was won, nor a line without events, nor another rule's counts. */
    private static final String TALLY = """
            INSERT INTO daily_tally (day_rule_id, participant_id, day, type, part, events, total) VALUES
                (:rule, 1, '2020-12-26', 'game.ended', 'ACTOR', 2, 0),
                (:rule, 1, '2020-12-26', 'game.ended', 'PEER', 1, 0),
                (:rule, 1, '2020-12-26', 'game.ended', 'WINNER', 3, 0),
                (:rule, 1, '2020-12-27', 'dm.sent', 'ACTOR', 1, 0),
                (:rule, 1, '2020-12-28', 'game.ended', 'PEER', 1, 0),
                (:rule, 1, '2021-01-04', 'game.ended', 'ACTOR', 0, 0),
                (:rule, 1, '2021-01-05', 'game.ended', 'ACTOR', 1, 0),
                (:rule, 2, '2021-01-03', 'game.ended', 'ACTOR', 1, 0),
                (:rule + 1000, 2, '2021-01-04', 'game.ended', 'ACTOR', 1, 0)
            """;

    private static final String DAYS = """
            SELECT participant_id || ' ' || day || ' ' || events FROM streak_day WHERE streak_id = :id ORDER BY participant_id, day
            """;
    private static final String RUNS = """
            SELECT participant_id || ' ' || started_on || ' ' || last_active_on || ' ' || length
            FROM streak_run WHERE streak_id = :id ORDER BY participant_id, started_on
            """;

    private static LaurelServer server;
    private static Sql sql;

    @BeforeAll
    static void count() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        assertThat(List.of(new StreakClient(server).id("ann"), new StreakClient(server).id("ben")))
                .containsExactly(1L, 2L);
        sql.useTransaction(() -> {
            int rule = server.bean(DayRules.class).use(APP, UTC, NOON).id();
            sql.of(TALLY).bind("rule", rule).execute();
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void ofDaysByAnyEvent() {
        long id = define("any", StreakUnit.DAY, List.of());
        assertThat(rows(DAYS, id))
                .containsExactly(
                        "1 2020-12-26 3", "1 2020-12-27 1", "1 2020-12-28 1", "1 2021-01-05 1", "2 2021-01-03 1");
        assertThat(rows(RUNS, id))
                .containsExactly("1 2020-12-26 2020-12-28 3", "1 2021-01-05 2021-01-05 1", "2 2021-01-03 2021-01-03 1");
    }

    @Test
    void ofDaysByEventsOfATypeAlone() {
        long id = define("games", StreakUnit.DAY, List.of("game.ended", "game.begun"));
        assertThat(rows(RUNS, id))
                .containsExactly(
                        "1 2020-12-26 2020-12-26 1",
                        "1 2020-12-28 2020-12-28 1",
                        "1 2021-01-05 2021-01-05 1",
                        "2 2021-01-03 2021-01-03 1");
    }

    @Test
    void ofWeeks() {
        long id = define("weeks", StreakUnit.WEEK, List.of());
        assertThat(rows(DAYS, id))
                .containsExactly("1 2020-12-21 4", "1 2020-12-28 1", "1 2021-01-04 1", "2 2020-12-28 1");
        assertThat(rows(RUNS, id)).containsExactly("1 2020-12-21 2021-01-04 3", "2 2020-12-28 2020-12-28 1");
    }

    private static long define(String key, StreakUnit unit, List<String> types) {
        return server.bean(Streaks.class)
                .define(APP, new StreakDefinition(key, null, unit, UTC, types), NOON)
                .id();
    }

    private static List<String> rows(String statement, long id) {
        return sql.of(statement).bind("id", id).list(String.class);
    }
}
