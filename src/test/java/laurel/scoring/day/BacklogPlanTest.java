package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.CachedPlan;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Looking for days to score reads one row of each app, also with plans that were made before there were any. */
class BacklogPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");

    private static final String CHANGED_DAYS = """
            INSERT INTO scoring_changed_day (app_id, received_at, participant_id, day_rule_id, start_date, end_date)
            SELECT 1, now(), n, 1, '2025-07-14', '2025-07-14' FROM generate_series(1, 5000) AS n
            """;

    private static final String RANGES = """
            INSERT INTO scoring_rescore_range (participant_id, policy_id, app_id, start_date, end_date)
            SELECT n, 1, 1, '2025-07-14', '2025-07-14' FROM generate_series(1, 5000) AS n
            """;

    private static final String SCORES = """
            INSERT INTO streak_day_rule (app_id, rule, created_at) VALUES (1, '{}', now());
            INSERT INTO scoring_policy (app_id, key, day_rule_id, created_at) SELECT 1, 'any', max(id), now() FROM streak_day_rule;
            INSERT INTO scoring_day_score (participant_id, policy_id, day, pillar, score, submitted_score, later_score,
                                           later_due_at)
            SELECT n, p.id, '2025-07-14', '', 1, 1, 1, '2025-07-14' FROM generate_series(1, 5000) AS n, scoring_policy AS p
            """;

    private static LaurelServer server;
    private static Sql sql;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        sql.execute("INSERT INTO app (key, name, created_at) VALUES ('other', 'other', now())");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void findsAppsWithChangedDays() {
        ChangedDayRepository days = server.bean(ChangedDayRepository.class);
        assertThat(CachedPlan.rowsRead(sql, () -> days.apps(), "", "scoring_changed_day", CHANGED_DAYS))
                .isEqualTo(1);
    }

    @Test
    void findsAppsWithRangesToScoreAgain() {
        RescoreRangeRepository ranges = server.bean(RescoreRangeRepository.class);
        assertThat(CachedPlan.rowsRead(sql, () -> ranges.apps(), "", "scoring_rescore_range", RANGES))
                .isEqualTo(1);
    }

    @Test
    void findsAppsWithScoresOfLaterWindowsThatAreDue() {
        DayScoreRepository scores = server.bean(DayScoreRepository.class);
        assertThat(CachedPlan.rowsRead(
                        sql, () -> scores.laterDueApps(NOON), "('2025-07-14T12:00:00Z')", "scoring_day_score", SCORES))
                .isEqualTo(1);
    }
}
