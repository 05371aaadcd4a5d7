package laurel.score.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.Statements;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.score.LockedLeaderboard;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are committed together: a test locks a leaderboard to decide which. */
@Timeout(600)
class GroupCommitConcurrencyTest {
    /** Of a leaderboard; half of the limit of all. */
    private static final int QUEUE_LIMIT = 40;

    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        server = LaurelServer.start(
                clock,
                Map.of(
                        "laurel.limits.batch-size",
                        QUEUE_LIMIT,
                        "laurel.limits.queued-submissions",
                        2 * QUEUE_LIMIT,
                        "laurel.limits.request-time",
                        "60s"));
        client = new ScoreClient(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void commitsConcurrentSubmissionsInOneTransaction() throws Exception {
        client.create("many", "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        try (var locked = new LockedLeaderboard(server, "many");
                var statements = Statements.of(server.bean(Sql.class))) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("many", "ann", 1));
            List<Future<Answer>> others = locked.enqueue(
                    client,
                    IntStream.rangeClosed(1, 30)
                            .mapToObj(n -> ScoreClient.score("many", n % 3 == 0 ? "ann" : "who-" + n, n))
                            .toList());
            locked.release();
            assertThat(result(first).at("changes", 0, "rank")).isEqualTo(1);
            long total = 1;
            for (int n = 1; n <= 30; n++) {
                Answer change = result(others.get(n - 1)).node("changes", 1);
                String before = n % 3 == 0 ? Long.toString(total) : null;
                total += n % 3 == 0 ? n : 0;
                assertThat(change.at("previousScore")).isEqualTo(before);
                assertThat(change.text("score")).isEqualTo(Long.toString(n % 3 == 0 ? total : n));
                // Ranks are those before and after the whole batch: ann was first, and still is.
                assertThat(change.at("previousRank")).isEqualTo(n % 3 == 0 ? 1 : null);
                assertThat(change.at("rank")).isEqualTo(n % 3 == 0 ? 1 : 21 - (n - 1 - n / 3));
            }
            assertThat(statements.take().stream()
                            .filter(statement -> statement.named().contains("INSERT INTO score_submission")))
                    .hasSize(2);
        }
        assertThat(client.scores("many", "ALL-TIME")).hasSize(21).containsEntry("ann", "166");
    }

    @Test
    void rejectsRequestsBeyondQueueLimitUntilQueueIsShorter() throws Exception {
        client.create("full", "INCREMENT", "{kind: ALL_TIME}");
        client.create("idle", "INCREMENT", "{kind: ALL_TIME}");
        var single = ScoreClient.with(ScoreClient.score("full", "eve", 1), "idempotencyKey", "once");
        try (var locked = new LockedLeaderboard(server, "full")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("full", "ann", 1));
            var batch = IntStream.range(0, QUEUE_LIMIT)
                    .mapToObj(n -> ScoreClient.score("full", "who-" + n, n))
                    .toList();
            Future<Answer> queued = locked.enqueue(QUEUE_LIMIT, () -> client.submitAll(batch));
            assertOverloaded(client.submit(single));
            assertOverloaded(client.submitAll(List.of(single, ScoreClient.score("full", "eve", 1))));
            assertThat(client.submit(ScoreClient.score("idle", "eve", 1)).at("status"))
                    .isEqualTo("COUNTED");
            locked.release();
            result(first).text("submission", "id");
            assertThat(queued.get().at("acceptedCount")).isEqualTo(QUEUE_LIMIT);
        }
        assertThat(client.submit(single).at("status")).isEqualTo("COUNTED");
        assertThat(client.scores("full", "ALL-TIME")).hasSize(QUEUE_LIMIT + 2).containsEntry("eve", "1");
    }

    private static void assertOverloaded(Answer payload) {
        Answer refusal = payload.orError();
        assertThat(refusal.at("code")).isEqualTo("OVERLOADED");
        assertThat(refusal.text("message")).contains(Integer.toString(QUEUE_LIMIT));
        assertThat(refusal.list("path").stream().map(name -> name.text())).containsExactly("input");
    }

    @Test
    void failsOnlyRequestThatDatabaseRejects() throws Exception {
        client.create("alone", "INCREMENT", "{kind: ALL_TIME}");
        server.database()
                .sql()
                .execute("ALTER TABLE participant ADD CONSTRAINT rejects_bad CHECK (external_id <> 'bad')");
        try (var locked = new LockedLeaderboard(server, "alone")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("alone", "ann", 1));
            List<Future<Answer>> others = locked.enqueue(
                    client,
                    List.of(
                            ScoreClient.score("alone", "ann", 2),
                            ScoreClient.score("alone", "bad", 3),
                            ScoreClient.score("alone", "eve", 4),
                            ScoreClient.score("alone", "eve", "no number")));
            locked.release();
            result(first).text("submission", "id");
            result(others.get(0)).text("submission", "id");
            assertThat(others.get(1).get().text("errors", 0, "extensions", "code"))
                    .isEqualTo("INTERNAL");
            result(others.get(2)).text("submission", "id");
            assertThat(result(others.get(3)).at("code")).isEqualTo("SCORE_NOT_A_NUMBER");
        }
        assertThat(client.scores("alone", "ALL-TIME")).isEqualTo(Map.of("ann", "3", "eve", "4"));
    }

    /** A client that gets UNAVAILABLE sends its submission again with the same key, and it counts once. */
    @Test
    void losesNoAcknowledgedSubmissionIfConnectionIsLost() throws Exception {
        client.create("lost", "INCREMENT", "{kind: ALL_TIME}");
        List<Map<String, Object>> inputs = IntStream.range(0, 5)
                .mapToObj(n -> ScoreClient.with(ScoreClient.score("lost", "ann", 1), "idempotencyKey", "key-" + n))
                .toList();
        try (var locked = new LockedLeaderboard(server, "lost")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("lost", "ann", 100));
            List<Future<Answer>> others = locked.enqueue(client, inputs);
            locked.releaseOnce();
            result(first).text("submission", "id");
            List<Future<Answer>> later = locked.enqueue(client, List.of(ScoreClient.score("lost", "ann", 10)));
            locked.terminateWaiting();
            for (Future<Answer> other : others) {
                assertThat(other.get().text("errors", 0, "extensions", "code")).isEqualTo("UNAVAILABLE");
            }
            locked.release();
            result(later.getFirst()).text("submission", "id");
        }
        assertThat(client.scores("lost", "ALL-TIME")).isEqualTo(Map.of("ann", "110"));
        inputs.forEach(input -> assertThat(client.submit(input).at("status")).isEqualTo("COUNTED"));
        assertThat(client.scores("lost", "ALL-TIME")).isEqualTo(Map.of("ann", "115"));
    }

    @Test
    void countsIdempotencyKeyOnceWithinBatch() throws Exception {
        client.create("keys", "INCREMENT", "{kind: ALL_TIME}");
        var once = ScoreClient.with(ScoreClient.score("keys", "eve", 5), "idempotencyKey", "once");
        try (var locked = new LockedLeaderboard(server, "keys")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("keys", "ann", 1));
            List<Future<Answer>> others =
                    locked.enqueue(client, List.of(once, once, ScoreClient.with(once, "score", 6), once));
            locked.release();
            result(first).text("submission", "id");
            assertThat(result(others.get(0)).at("status")).isEqualTo("COUNTED");
            assertThat(result(others.get(1)).at("status")).isEqualTo("DUPLICATE");
            assertThat(result(others.get(2)).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
            assertThat(result(others.get(3)).at("changes"))
                    .isEqualTo(result(others.get(0)).at("changes"));
        }
        assertThat(client.scores("keys", "ALL-TIME")).isEqualTo(Map.of("ann", "1", "eve", "5"));
    }

    /** Ranks that a request does not select are not stored for its retries, even if other requests of the batch select them. */
    @Test
    void computesRanksOnlyForRequestsThatSelectThem() throws Exception {
        client.create("ranks", "MAX", "{kind: ALL_TIME}");
        var plain = ScoreClient.with(ScoreClient.score("ranks", "eve", 5), "idempotencyKey", "plain");
        var withRanks = ScoreClient.with(ScoreClient.score("ranks", "eve", 6), "idempotencyKey", "with-ranks");
        try (var locked = new LockedLeaderboard(server, "ranks")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("ranks", "ann", 1));
            Future<Answer> unranked = locked.enqueue(1, () -> client.graphQL().ask("""
                    mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
                      receipt { changes { score } } } }
                    """, Map.of("input", plain)));
            Future<Answer> ranked = locked.enqueue(client, List.of(withRanks)).getFirst();
            locked.release();
            result(first).text("submission", "id");
            assertThat(result(unranked).at("changes", 0, "score")).isEqualTo("5");
            assertThat(result(ranked).at("changes", 0, "rank")).isEqualTo(1);
        }
        assertThat(client.submit(plain).at("changes", 0, "rank")).isNull();
        assertThat(client.submit(withRanks).at("changes", 0, "rank")).isEqualTo(1);
    }

    /** The transaction ends as well, so the leaderboard is not locked any longer. */
    @Test
    void releasesLockOfRequestThatTimedOut() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        try (var node = LaurelServer.start(clock, Map.of("laurel.limits.request-time", "2s"))) {
            ScoreClient hasty = new ScoreClient(node.client());
            hasty.create("hasty", "INCREMENT", "{kind: ALL_TIME}");
            try (var locked = new LockedLeaderboard(node, "hasty")) {
                List<Answer> both = Together.all(2, n -> hasty.send(ScoreClient.score("hasty", "ann", 1)));
                assertThat(both).allSatisfy(answer -> assertThat(answer.text("errors", 0, "extensions", "code"))
                        .isEqualTo("TIMEOUT"));
                Until.holds(() -> locked.waiting().isEmpty());
            }
            assertThat(node.bean(Scores.class).waiting()).isZero();
            hasty.submit(ScoreClient.score("hasty", "ann", 10)).text("submission", "id");
            assertThat(hasty.scores("hasty", "ALL-TIME")).isEqualTo(Map.of("ann", "10"));
        }
    }

    private static Answer result(Future<Answer> sent) throws Exception {
        return sent.get().node("data", "submitScore").receipt();
    }
}
