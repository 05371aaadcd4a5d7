package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgePositionRepository;
import laurel.change.Outbox;
import laurel.database.CachedPlan;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Looking for badges to award reads few rows, also with plans that were made before there were any. */
class BadgeBacklogPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");

    private static final String CHANGES = """
            INSERT INTO leaderboard (app_id, key, name, entity_types, sort_order, update_mode, decimals, tie_rule, time_zone,
                                     window_definitions, clock, visibility, created_at, updated_at)
            SELECT 1, 'followed-' || n, '', '{ACCOUNT}', 'DESCENDING', 'MAX', 0, 'EARLIEST', 'UTC', '[{}]', 'SYSTEM', 'PUBLIC',
                   now(), now()
            FROM generate_series(1, 10) AS n;
            INSERT INTO badge_leaderboard_position (leaderboard_id, sequence, read_at)
            SELECT id, 5000, now() FROM leaderboard WHERE key LIKE 'followed-%';
            INSERT INTO change_outbox (sequence, leaderboard_id, at)
            SELECT n, l.id, '2025-07-14T12:00:00Z' FROM generate_series(1, 500) AS n, leaderboard AS l
            WHERE l.key LIKE 'followed-%'
            """;

    private static final String EVENTS = """
            INSERT INTO event (app_id, event_type, leaderboard_id, occurred_at)
            SELECT 1, 'WINDOW_FINALIZED', 1, now() FROM generate_series(1, 5000);
            INSERT INTO badge_event_position (app_id, event_position) SELECT 1, max(id) FROM event
            """;

    private static final String DUE_DAYS = """
            INSERT INTO app (key, name, created_at) VALUES ('other', 'other', now());
            INSERT INTO badge_due (participant_id, day_rule_id, day, app_id, last_badge_id, badge_id, next_day)
            SELECT n, 1, '2025-07-14', 1, 1, 0, '2025-07-14' FROM generate_series(1, 5000) AS n
            """;

    private static LaurelServer server;
    private static Sql sql;
    private static BadgePositionRepository positions;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        positions = server.bean(BadgePositionRepository.class);
        server.bean(Outbox.class).openAhead(NOON);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void findsLeaderboardsBehindWithoutReadingTheirChanges() {
        assertThat(CachedPlan.rowsRead(sql, () -> positions.leaderboardsBehind(), "", "change_outbox", CHANGES))
                .isZero();
        assertThat(CachedPlan.rowsRead(
                        sql,
                        () -> positions.leaderboardsBehind(Set.of(1)),
                        "('{1}')",
                        "badge_leaderboard_position",
                        "SELECT"))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void findsAppsBehindWithoutReadingTheirEvents() {
        assertThat(CachedPlan.rowsRead(sql, () -> positions.appsBehind(), "", "event", EVENTS))
                .isZero();
    }

    @Test
    void findsAppsWithDueDaysByOneOfThem() {
        DueBadgeRepository due = server.bean(DueBadgeRepository.class);
        assertThat(CachedPlan.rowsRead(sql, () -> due.apps(), "", "badge_due", DUE_DAYS))
                .isEqualTo(1);
    }
}
