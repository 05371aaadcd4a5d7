package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a group has scores is found by its values, among thousands of groups in many windows, without reading them all. */
class RankedGroupPlanTest {
    /** 2,000 groups in 50 windows. */
    private static final String RANKINGS = """
            INSERT INTO ranking (id, app_id, leaderboard_id, window_id, sort_order, group_values)
            SELECT w * 10000 + g, 1, 1, 1000 + w, 'DESCENDING', jsonb_build_object('campus', 'c' || g)
            FROM generate_series(1, 50) AS w, generate_series(1, 2000) AS g
            """;

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", groupings: [[], [\"campus\"]],"
                        + " timeZoneAttribute: \"campus\"}) { leaderboard { id } } a: createGroup(input: {attribute:"
                        + " \"campus\", value: \"new\"}) { group { id } } submitScore(input: {leaderboardKey: \"board\","
                        + " participant: {externalId: \"ann\"}, score: 1, group: {campus: \"c7\"}}) {"
                        + " receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
        Sql sql = server.database().sql();
        sql.useConnected(() -> {
            sql.execute("SET session_replication_role = replica");
            sql.execute(RANKINGS);
            sql.execute("SET session_replication_role = origin");
            sql.execute("ANALYZE");
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            updateGroup(input: {attribute: "campus", value: "new", timeZone: "Asia/Tokyo"})
            updateGroup(input: {attribute: "campus", value: "c7", timeZone: "Asia/Tokyo"})
            deleteGroup(input: {attribute: "campus", value: "c7"})
            updateLeaderboard(input: {leaderboardKey: "board", groupOverrides: [{group: {campus: "c8"}, sortOrder: ASCENDING}]})
            """)
    void findsScoresOfGroupByIndex(String mutation) {
        Sql service = server.bean(Sql.class);
        List<Executed> statements;
        try (var recorded = Statements.of(service)) {
            server.client().ask("mutation { " + mutation + " { errors { code } } }");
            statements = recorded.take().stream()
                    .filter(statement -> statement.named().contains("FROM ranking AS r"))
                    .toList();
        }
        assertThat(statements).hasSize(1);
        Executed statement = statements.getFirst();
        for (Plan plan : Stream.of(Plan.custom(service, statement), Plan.generic(service, statement))
                .toList()) {
            assertThat(plan.nodes())
                    .as(plan.sql())
                    .filteredOn(node -> node.containsKey("Index Name"))
                    .singleElement()
                    .satisfies(node ->
                            assertThat(String.valueOf(node.get("Index Cond"))).contains("group_values "));
            assertThat(plan.nodes()).as(plan.sql()).noneMatch(node -> "Seq Scan".equals(node.get("Node Type")));
        }
    }
}
