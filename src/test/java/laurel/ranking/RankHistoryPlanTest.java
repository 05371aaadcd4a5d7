package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A rank history is read without the expired windows of its definition, of which there may be many. */
class RankHistoryPlanTest {
    /** 10,000 expired windows before the first one, and as many of another definition that are retained. */
    private static final String WINDOWS = """
            INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, time_zone, starts_at, ends_at,
                                            finalizes_at, opened_at, requested_revision, revision, finalized_at, expired_at)
            SELECT w.app_id, w.leaderboard_id, w.slice_id, w.kind, d.definition, d.definition || '#' || n, w.time_zone,
                   w.starts_at - n * interval '5 minutes', w.ends_at - n * interval '5 minutes',
                   w.finalizes_at - n * interval '5 minutes', w.opened_at, 1, 1, w.opened_at, d.expired_at
            FROM (SELECT * FROM leaderboard_window ORDER BY starts_at LIMIT 1) AS w,
                 (VALUES ('short', now()), ('other', NULL)) AS d (definition, expired_at), generate_series(1, 10000) AS n
            """;

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        server.client()
                .ask(
                        "mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: CUSTOM, key: \"short\","
                                + " interval: \"PT5M\", retainCount: 20}]}) { leaderboard { id } }"
                                + " submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"ann\"}, score: 1}) {"
                                + " receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
        Sql sql = server.database().sql();
        sql.execute(WINDOWS);
        sql.execute("ANALYZE leaderboard_window");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void doesNotReadExpiredWindows() {
        Sql service = server.bean(Sql.class);
        List<Executed> statements;
        try (var recorded = Statements.of(service)) {
            assertThat(server.client()
                            .ask(
                                    "{ leaderboard(key: \"board\") { rankHistory(participant: {external: {externalId: \"ann\"}},"
                                            + " first: 100) { nodes { window { name } } } } }")
                            .list("data", "leaderboard", "rankHistory", "nodes"))
                    .hasSize(1);
            statements = recorded.take().stream()
                    .filter(statement -> statement.named().contains("AS before"))
                    .toList();
        }
        assertThat(statements).hasSize(1);
        assertThat(Plan.executed(service, statements.getFirst()).nodes())
                .filteredOn(node -> node.containsKey("Rows Removed by Filter"))
                .allSatisfy(node ->
                        assertThat((Integer) node.get("Rows Removed by Filter")).isLessThan(10));
        assertThat(Plan.generic(service, statements.getFirst()).nodes())
                .filteredOn(node -> String.valueOf(node.get("Index Cond")).contains("COALESCE(starts_at"))
                .extracting(node -> String.valueOf(node.get("Index Name")))
                .containsExactly("leaderboard_window_unexpired");
    }
}
