package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.score.ledger.Ledger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list of submissions reads an index in its order, in the partitions of its months, and only as many rows as the page has. */
class SubmissionListPlanTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final int MONTHS = 14;
    private static final int ROWS_OF_MONTH = 3_000;

    /** Rows of each month, of two leaderboards and 500 participants. */
    private static final String ROWS = """
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at, received_at,
                                          board_time)
            SELECT :month << 40 | (:month * 10000 + n), 1, 1 + n % 2, 1 + n % 500, n, 0, at, at, at
            FROM generate_series(1, :count) AS n
            CROSS JOIN LATERAL (SELECT :start::timestamptz + n * interval '10 minutes' AS at) AS of
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW));
        client = server.client();
        for (String board : List.of("one", "two")) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board + "\"}) { leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
        }
        Sql sql = server.database().sql();
        List<Instant> months = IntStream.range(0, MONTHS)
                .mapToObj(back -> OffsetDateTime.parse("2025-07-01T00:00:00Z")
                        .minusMonths(back)
                        .toInstant())
                .toList();
        server.bean(Ledger.class).open(months);
        sql.useConnected(() -> {
            sql.execute("INSERT INTO participant (app_id, entity_type, external_id, created_at)"
                    + " SELECT 1, 'ACCOUNT', 'who-' || n, '2024-01-01' FROM generate_series(1, 500) AS n");
            for (Instant month : months) {
                sql.of(ROWS)
                        .bind("month", Ledger.month(month))
                        .bind("start", month)
                        .bind("count", ROWS_OF_MONTH)
                        .execute();
            }
            // Of `one`, by who-7.
            sql.execute("UPDATE score_submission SET quarantine_reasons = '{STEP}', quarantine_times = '{}'"
                    + " WHERE participant_id = 7 AND leaderboard_id = 1 AND score < 1100");
            sql.execute("ANALYZE");
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaderboardKey: "one" | leaderboard | 14
            leaderboardKey: "one", receivedStartTime: "2025-06-20T00:00:00Z" | leaderboard | 2
            leaderboardKey: "one", receivedStartTime: "2025-03-02T00:00:00Z", receivedEndTime: "2025-03-09T00:00:00Z" \
                | leaderboard | 1
            leaderboardKey: "one", receivedEndTime: "2024-07-09T00:00:00Z" | leaderboard | 2
            participant: {external: {externalId: "who-7"}} | participant | 14
            participant: {external: {externalId: "who-7"}}, leaderboardKey: "one" | participant | 14
            participant: {external: {externalId: "who-7"}}, status: COUNTED, achievedStartTime: "2025-07-03T00:00:00Z" \
                | participant | 1
            participant: {external: {externalId: "who-7"}}, achievedStartTime: "2025-07-01T00:00:00Z" | participant | 2
            receivedStartTime: "2025-06-01T00:00:00Z" | app | 2
            receivedStartTime: "2025-05-10T00:00:00Z", receivedEndTime: "2025-06-01T00:00:00Z" | app | 1
            receivedStartTime: "2025-07-01T00:00:00Z", status: COUNTED | app | 1
            status: QUARANTINED | quarantined | 14
            status: QUARANTINED, leaderboardKey: "one" | quarantined | 14
            status: QUARANTINED, participant: {external: {externalId: "who-7"}} | quarantined | 14
            status: QUARANTINED, receivedStartTime: "2025-06-20T00:00:00Z" | quarantined | 2
            """)
    void readsIndexInOrderInPartitionsOfItsMonths(String filter, String index, int months) {
        List<Statements.Executed> statements;
        Sql service = server.bean(Sql.class);
        try (var noted = Statements.of(service)) {
            assertThat(client.ask("{ submissions(first: 10, filter: {" + filter + "}) { nodes { id } } }")
                            .list("data", "submissions", "nodes"))
                    .isNotEmpty();
            statements = noted.take().stream()
                    .filter(statement -> statement.named().contains("score_submission"))
                    .toList();
        }
        assertThat(statements).hasSize(1);
        assertIndexed(service, statements.getFirst(), index, months);
    }

    /** The rate of a participant is read from its submissions of the time that it limits, in the months of that time. */
    @ParameterizedTest
    @CsvSource({"P7D, 1", "PT1M, 1"})
    void readsRateByIndex(String duration, int months) {
        client.ask(
                "mutation { updateLeaderboard(input: {leaderboardKey: \"one\", maxSubmissionRate: {submissionCount: 10,"
                        + " duration: \"" + duration + "\"}}) { errors { code } } }");
        Sql service = server.bean(Sql.class);
        List<Statements.Executed> statements;
        try (var noted = Statements.of(service)) {
            client.ask("mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"who-7\"},"
                            + " score: 1}) { receipt { status } } }")
                    .text("data", "submitScore", "receipt", "status");
            statements = noted.take().stream()
                    .filter(statement -> statement.named().contains("AS received)"))
                    .toList();
        }
        assertThat(statements).hasSize(1);
        assertIndexed(service, statements.getFirst(), "participant", months);
    }

    private static void assertIndexed(Sql service, Statements.Executed statement, String index, int months) {
        Plan plan = Plan.executed(service, statement);
        List<Map<?, ?>> reads = plan.nodes().stream()
                .filter(node -> String.valueOf(node.get("Relation Name")).startsWith("score_submission"))
                .filter(node -> number(node, "Actual Loops") > 0)
                .collect(Collectors.toList());
        Set<Object> tables =
                reads.stream().map(node -> node.get("Relation Name")).collect(Collectors.toSet());
        assertThat(tables).as("%s", plan).hasSize(months);
        assertThat(reads).allSatisfy(node -> {
            assertThat(indexOf(node))
                    .as("%s", plan)
                    .isEqualTo("score_submission_" + (index.equals("quarantined") ? index : index + "_received"));
            assertThat(number(node, "Actual Rows")).isLessThanOrEqualTo(11);
            assertThat(number(node, "Rows Removed by Filter"))
                    .as("rows that the filter removes")
                    .isLessThanOrEqualTo(11);
        });
    }

    /** Returns 0 if the node does not have the number. */
    private static int number(Map<?, ?> node, String name) {
        return node.get(name) instanceof Number number ? number.intValue() : 0;
    }

    /** Returns the index of the partitioned table to which the index of a partition belongs. */
    private static String indexOf(Map<?, ?> node) {
        return server.database()
                .sql()
                .of("SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = '" + node.get("Index Name")
                        + "'::regclass")
                .one(String.class);
    }
}
