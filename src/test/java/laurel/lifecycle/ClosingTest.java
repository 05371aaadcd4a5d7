package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The windows of many leaderboards are closed at the same time. */
class ClosingTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final Instant OVER = Instant.parse("2025-07-14T00:05:00Z");

    /** More than the leaderboards of two pages. */
    private static final int COPIES = 2_100;

    private static final String COPY_LEADERBOARD = """
            INSERT INTO leaderboard (app_id, key, name, entity_types, sort_order, update_mode, decimals, tie_rule, time_zone,
                                     window_definitions, clock, visibility, created_at, updated_at)
            SELECT app_id, 'copy-' || n, name, entity_types, sort_order, update_mode, decimals, tie_rule, time_zone,
                   window_definitions, clock, visibility, created_at, updated_at
            FROM leaderboard, generate_series(1, :copies) AS n
            WHERE key = 'original'
            """;

    private static final String COPY_WINDOWS = """
            INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, time_zone, starts_at,
                                            ends_at, finalizes_at, opened_at)
            SELECT w.app_id, l.id, w.slice_id, w.kind, w.definition, w.name, w.time_zone, w.starts_at, w.ends_at,
                   w.finalizes_at, w.opened_at
            FROM leaderboard_window AS w, leaderboard AS l
            WHERE w.leaderboard_id = (SELECT id FROM leaderboard WHERE key = 'original') AND l.key LIKE 'copy-%'
            ORDER BY l.id, w.starts_at
            """;

    private static final String STUCK =
            "leaderboard_id IN (SELECT id FROM leaderboard WHERE key IN ('copy-1', 'copy-2000'))";

    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static LifecycleClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = new LifecycleClient(server);
        client.create("original", "windowDefinitions: [{kind: DAILY}]");
        client.sql().of(COPY_LEADERBOARD).bind("copies", COPIES).execute();
        client.execute(COPY_WINDOWS);
        client.execute("CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW." + STUCK
                + " THEN RAISE EXCEPTION 'this cannot be closed'; END IF; RETURN NEW; END $$");
        client.execute("CREATE TRIGGER stuck BEFORE UPDATE OF requested_revision ON leaderboard_window FOR EACH ROW"
                + " EXECUTE FUNCTION stuck()");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void readsEachDueWindowOnceAlsoIfSomeCannotBeClosed() {
        CLOCK.set(OVER);
        try (var statements = Statements.of(server.bean(Sql.class))) {
            server.bean(Lifecycle.class).begin(OVER, Scope.ALL);
            List<Executed> pages = searches(statements);
            assertThat(client.sql()
                            .of(
                                    "SELECT count(*) FROM leaderboard_window WHERE requested_revision = 1 AND kind = 'DAILY'")
                            .one(Integer.class))
                    .isEqualTo(COPIES + 1 - 2);
            assertThat(pages).hasSize(5);
            assertThat(rowsRead(pages.get(3))).isZero();
        }
    }

    /** As after an import: the window has ended long ago, and no submission makes it due. */
    @Test
    void readsWindowsOfSubmissionsClockOnlyAfterSignal() {
        client.create("imported", "clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}]");
        client.submit("imported", "ann", 1, Instant.parse("2010-03-14T12:00:00Z"));
        try (var statements = Statements.of(server.bean(Sql.class))) {
            server.bean(Lifecycle.class).begin(NOON, Scope.NONE);
            assertThat(searches(statements)).hasSize(1).allMatch(search -> rowsRead(search) == 0);
        }
        client.execute("UPDATE leaderboard SET clock_at = '2011-01-01T00:05:00Z' WHERE key = 'imported'");
        int imported = client.one("SELECT id FROM leaderboard WHERE key = 'imported'");
        server.bean(Lifecycle.class).begin(NOON, new Scope(false, Set.of(imported)));
        assertThat(client.states("imported")).containsExactly("2010 1 0");
    }

    private static List<Executed> searches(Statements statements) {
        return statements.take().stream()
                .filter(statement -> statement.named().contains("w.finalizes_at <= "))
                .toList();
    }

    /** Windows that a statement reads with its generic plan, as sessions of the pool execute it. */
    private static double rowsRead(Executed statement) {
        return Explained.nodes(statement
                        .again(server.bean(Sql.class), "EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named())
                        .one(String.class))
                .stream()
                .filter(node -> "leaderboard_window".equals(node.get("Relation Name")))
                .mapToDouble(node -> number(node, "Actual Rows") + number(node, "Rows Removed by Filter"))
                .sum();
    }

    private static double number(Map<?, ?> node, String property) {
        return node.get(property) == null ? 0 : Double.parseDouble(String.valueOf(node.get(property)));
    }
}
