package laurel.score.restriction;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements read restrictions and withheld entries by an index. */
class RestrictionPlanTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));

    /** Many restrictions that have ended, and some in force. */
    private static final String RESTRICTIONS = """
            INSERT INTO participant_restriction (app_id, participant_id, leaderboard_id, kind, created_at, created_by, expires_at,
                                                 ended_at)
            SELECT 1, 1000 + n, 1, CASE WHEN n % 2 = 0 THEN 'BAN' ELSE 'HIDE' END, '2025-07-01', 'test', '2026-01-01',
                   CASE WHEN n % 10 > 0 THEN '2025-07-02'::timestamptz END
            FROM generate_series(1, 20000) AS n
            """;

    private static final String ENTRIES = """
            INSERT INTO restriction_entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                                           id_key)
            SELECT r.id, 1000 + n, 0, 0, 0, '2025-07-01', n, 'ACCOUNT who-' || n
            FROM generate_series(1, 5000) AS n CROSS JOIN (SELECT id FROM ranking ORDER BY id LIMIT 2) AS r
            """;

    private static LaurelServer server;
    private static RestrictionClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = new RestrictionClient(server);
        client.create("plans", "MAX");
        List.of("ann", "bob").forEach(who -> client.submit("plans", who, 5, "a"));
        Sql sql = server.database().sql();
        List.of(RESTRICTIONS, ENTRIES, "ANALYZE participant_restriction, restriction_entry, restriction_task")
                .forEach(sql::execute);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Executed> statements(Runnable work) {
        try (var noted = Statements.of(server.bean(Sql.class))) {
            work.run();
            return noted.take().stream()
                    .filter(one -> one.named().contains("restriction"))
                    .toList();
        }
    }

    private static void assertIndexed(List<Executed> statements) {
        assertThat(statements).isNotEmpty();
        Sql sql = server.bean(Sql.class);
        sql.useConnected(() -> statements.forEach(statement -> assertThat(String.join(
                        "\n",
                        statement.again(sql, "EXPLAIN " + statement.named()).list(String.class)))
                .doesNotContain("Seq Scan on participant_restriction", "Seq Scan on restriction_entry")));
    }

    @Test
    void submissionReadsRestrictionsByIndex() {
        List<Executed> statements = statements(() -> client.submit("plans", "ann", 6, "a"));
        assertThat(statements.stream().filter(one -> one.named().contains("participant_restriction")))
                .as("read with the participants")
                .hasSize(1);
        assertIndexed(statements);
    }

    @Test
    void changesReadByIndex() {
        assertIndexed(statements(() -> client.change("banParticipant", null, "ann")));
        assertIndexed(statements(() -> client.change("unbanParticipant", null, "ann")));
        assertIndexed(statements(() -> client.change("hideParticipant", "plans", "bob")));
        assertIndexed(statements(() -> client.submit("plans", "bob", 7, "b")));
        assertIndexed(statements(() -> client.change("unhideParticipant", "plans", "bob")));
    }

    @Test
    void expiryReadsByIndex() {
        assertIndexed(statements(() -> client.expire(CLOCK.instant())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: BAN
            inForce: true
            leaderboardKey: "plans"
            participant: {external: {externalId: "ann"}}
            """)
    void listReadsIndexInOrder(String filter) {
        assertIndexed(statements(() -> client.graphQL()
                .ask("{ participantRestrictions(first: 100, filter: {" + filter + "}) { nodes { kind } } }")
                .list("data", "participantRestrictions", "nodes")));
    }
}
