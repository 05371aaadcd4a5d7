package laurel.score.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.database.sql.StatementWatcher;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Statements of a batch share round trips to the database, which would otherwise take most of its time. */
class SubmissionRoundTripsTest {
    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        client = new ScoreClient(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int roundTrips(Runnable work) {
        var count = new AtomicInteger();
        Sql sql = server.bean(Sql.class);
        sql.watch(new StatementWatcher() {
            @Override
            public void afterRoundTrip() {
                count.incrementAndGet();
            }
        });
        try {
            work.run();
        } finally {
            sql.watch(StatementWatcher.NONE);
        }
        return count.get();
    }

    /** Without the ranks of changes, which are read in a round trip of their own. */
    private static void submit(int count) {
        server.client()
                .ask(
                        "mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }",
                        Map.of("items", scores(count)));
    }

    private static List<Map<String, Object>> scores(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> ScoreClient.score("trips", "who-" + n, n % 100))
                .toList();
    }

    /**
     * The locks and what is read under them; the entries and the ids; the written entries, the roots and the first entries of
     * scores; the nodes, the outbox and the ledger. The commit comes in addition.
     */
    @Test
    void sendsTheStatementsOfABatchInFourRoundTrips() {
        client.create("trips", "INCREMENT", "{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}");
        submit(800);
        submit(800);
        assertThat(roundTrips(() -> submit(5))).isEqualTo(4);
        assertThat(roundTrips(() -> submit(50))).isEqualTo(4);
    }
}
