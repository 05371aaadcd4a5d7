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
import laurel.score.HeldBoard;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that meet: who holds the lock of a board says which of them do. */
@Timeout(600)
class GroupCommitConcurrencyTest {
    private static final int ROOM = 40;
    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        server = LaurelServer.start(
                clock, Map.of("laurel.limits.queued-submissions", ROOM, "laurel.limits.request-time", "60s"));
        client = new ScoreClient(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void manySinglesAreOneTransaction() throws Exception {
        client.create("many", "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        try (var held = new HeldBoard(server, "many");
                var statements = Statements.of(server.bean(Sql.class))) {
            Future<Answer> first = held.first(client, ScoreClient.score("many", "ann", 1));
            List<Future<Answer>> others = held.meanwhile(
                    client,
                    IntStream.rangeClosed(1, 30)
                            .mapToObj(n -> ScoreClient.score("many", n % 3 == 0 ? "ann" : "who-" + n, n))
                            .toList());
            held.letGo();
            assertThat(result(first).at("changes", 0, "rank")).isEqualTo(1);
            long stood = 1;
            for (int n = 1; n <= 30; n++) {
                Answer change = result(others.get(n - 1)).node("changes", 1);
                String before = n % 3 == 0 ? Long.toString(stood) : null;
                stood += n % 3 == 0 ? n : 0;
                assertThat(change.at("previousScore")).isEqualTo(before);
                assertThat(change.text("score")).isEqualTo(Long.toString(n % 3 == 0 ? stood : n));
                // Both as they were around the one commit: ann was first before, and is.
                assertThat(change.at("previousRank")).isEqualTo(n % 3 == 0 ? 1 : null);
                assertThat(change.at("rank")).isEqualTo(n % 3 == 0 ? 1 : 21 - (n - 1 - n / 3));
            }
            assertThat(statements.take().stream()
                            .filter(statement -> statement.named().contains("INSERT INTO score_submission")))
                    .hasSize(2);
        }
        assertThat(client.stands("many", "ALL-TIME")).hasSize(21).containsEntry("ann", "166");
    }

    @Test
    void whoFindsNoRoomToWaitIsRefusedAndMayComeAgain() throws Exception {
        client.create("full", "INCREMENT", "{kind: ALL_TIME}");
        client.create("idle", "INCREMENT", "{kind: ALL_TIME}");
        var single = ScoreClient.with(ScoreClient.score("full", "eve", 1), "idempotencyKey", "once");
        try (var held = new HeldBoard(server, "full")) {
            Future<Answer> first = held.first(client, ScoreClient.score("full", "ann", 1));
            var batch = IntStream.range(0, ROOM)
                    .mapToObj(n -> ScoreClient.score("full", "who-" + n, n))
                    .toList();
            Future<Answer> fills = held.meanwhile(ROOM, () -> client.submitAll(batch));
            assertOverloaded(client.submit(single));
            assertOverloaded(client.submitAll(List.of(single, ScoreClient.score("full", "eve", 1))));
            assertThat(client.submit(ScoreClient.score("idle", "eve", 1)).at("status"))
                    .isEqualTo("COUNTED");
            held.letGo();
            result(first).text("submission", "id");
            assertThat(fills.get().at("acceptedCount")).isEqualTo(ROOM);
        }
        assertThat(client.submit(single).at("status")).isEqualTo("COUNTED");
        assertThat(client.stands("full", "ALL-TIME")).hasSize(ROOM + 2).containsEntry("eve", "1");
    }

    private static void assertOverloaded(Answer payload) {
        Answer refusal = payload.orError();
        assertThat(refusal.at("code")).isEqualTo("OVERLOADED");
        assertThat(refusal.text("message")).contains(Integer.toString(ROOM));
        assertThat(refusal.list("path").stream().map(name -> name.text())).containsExactly("input");
    }

    @Test
    void oneThatTheDatabaseRejectsFailsAlone() throws Exception {
        client.create("alone", "INCREMENT", "{kind: ALL_TIME}");
        server.database()
                .sql()
                .execute("ALTER TABLE participant ADD CONSTRAINT nobody_is_bad CHECK (external_id <> 'bad')");
        try (var held = new HeldBoard(server, "alone")) {
            Future<Answer> first = held.first(client, ScoreClient.score("alone", "ann", 1));
            List<Future<Answer>> others = held.meanwhile(
                    client,
                    List.of(
                            ScoreClient.score("alone", "ann", 2),
                            ScoreClient.score("alone", "bad", 3),
                            ScoreClient.score("alone", "eve", 4),
                            ScoreClient.score("alone", "eve", "no number")));
            held.letGo();
            result(first).text("submission", "id");
            result(others.get(0)).text("submission", "id");
            assertThat(others.get(1).get().text("errors", 0, "extensions", "code"))
                    .isEqualTo("INTERNAL");
            result(others.get(2)).text("submission", "id");
            assertThat(result(others.get(3)).at("code")).isEqualTo("SCORE_NOT_A_NUMBER");
        }
        assertThat(client.stands("alone", "ALL-TIME")).isEqualTo(Map.of("ann", "3", "eve", "4"));
    }

    /** Whoever is told so may send again; nothing is there twice. */
    @Test
    void aConnectionThatIsLostInTheMiddleLosesNothingThatWasAnswered() throws Exception {
        client.create("lost", "INCREMENT", "{kind: ALL_TIME}");
        List<Map<String, Object>> inputs = IntStream.range(0, 5)
                .mapToObj(n -> ScoreClient.with(ScoreClient.score("lost", "ann", 1), "idempotencyKey", "key-" + n))
                .toList();
        try (var held = new HeldBoard(server, "lost")) {
            Future<Answer> first = held.first(client, ScoreClient.score("lost", "ann", 100));
            List<Future<Answer>> others = held.meanwhile(client, inputs);
            held.letOne();
            result(first).text("submission", "id");
            List<Future<Answer>> later = held.meanwhile(client, List.of(ScoreClient.score("lost", "ann", 10)));
            held.killWaiting();
            for (Future<Answer> other : others) {
                assertThat(other.get().text("errors", 0, "extensions", "code")).isEqualTo("UNAVAILABLE");
            }
            held.letGo();
            result(later.getFirst()).text("submission", "id");
        }
        assertThat(client.stands("lost", "ALL-TIME")).isEqualTo(Map.of("ann", "110"));
        inputs.forEach(input -> assertThat(client.submit(input).at("status")).isEqualTo("COUNTED"));
        assertThat(client.stands("lost", "ALL-TIME")).isEqualTo(Map.of("ann", "115"));
    }

    @Test
    void aKeyTakesEffectOnceAlsoAmongThoseThatMeet() throws Exception {
        client.create("keys", "INCREMENT", "{kind: ALL_TIME}");
        var once = ScoreClient.with(ScoreClient.score("keys", "eve", 5), "idempotencyKey", "once");
        try (var held = new HeldBoard(server, "keys")) {
            Future<Answer> first = held.first(client, ScoreClient.score("keys", "ann", 1));
            List<Future<Answer>> others =
                    held.meanwhile(client, List.of(once, once, ScoreClient.with(once, "score", 6), once));
            held.letGo();
            result(first).text("submission", "id");
            assertThat(result(others.get(0)).at("status")).isEqualTo("COUNTED");
            assertThat(result(others.get(1)).at("status")).isEqualTo("DUPLICATE");
            assertThat(result(others.get(2)).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
            assertThat(result(others.get(3)).at("changes"))
                    .isEqualTo(result(others.get(0)).at("changes"));
        }
        assertThat(client.stands("keys", "ALL-TIME")).isEqualTo(Map.of("ann", "1", "eve", "5"));
    }

    /** What a request does not ask for is not kept for its retry, though others of the transaction ask for it. */
    @Test
    void ranksAreFoundForThoseWhoAskForThem() throws Exception {
        client.create("ranks", "MAX", "{kind: ALL_TIME}");
        var plain = ScoreClient.with(ScoreClient.score("ranks", "eve", 5), "idempotencyKey", "plain");
        var asking = ScoreClient.with(ScoreClient.score("ranks", "eve", 6), "idempotencyKey", "asking");
        try (var held = new HeldBoard(server, "ranks")) {
            Future<Answer> first = held.first(client, ScoreClient.score("ranks", "ann", 1));
            Future<Answer> unranked = held.meanwhile(1, () -> client.graphQL().ask("""
                    mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
                      receipt { changes { score } } } }
                    """, Map.of("input", plain)));
            Future<Answer> ranked = held.meanwhile(client, List.of(asking)).getFirst();
            held.letGo();
            result(first).text("submission", "id");
            assertThat(result(unranked).at("changes", 0, "score")).isEqualTo("5");
            assertThat(result(ranked).at("changes", 0, "rank")).isEqualTo(1);
        }
        assertThat(client.submit(plain).at("changes", 0, "rank")).isNull();
        assertThat(client.submit(asking).at("changes", 0, "rank")).isEqualTo(1);
    }

    /** Its transaction ends too, and the board is free for others. */
    @Test
    void whoseTimeIsUpHoldsUpNobody() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        try (var node = LaurelServer.start(clock, Map.of("laurel.limits.request-time", "2s"))) {
            ScoreClient hasty = new ScoreClient(node.client());
            hasty.create("hasty", "INCREMENT", "{kind: ALL_TIME}");
            try (var held = new HeldBoard(node, "hasty")) {
                List<Answer> both = Together.all(2, n -> hasty.send(ScoreClient.score("hasty", "ann", 1)));
                assertThat(both).allSatisfy(answer -> assertThat(answer.text("errors", 0, "extensions", "code"))
                        .isEqualTo("TIMEOUT"));
                Until.holds(() -> held.waiting().isEmpty());
            }
            assertThat(node.bean(SubmissionBatcher.class).waiting()).isZero();
            hasty.submit(ScoreClient.score("hasty", "ann", 10)).text("submission", "id");
            assertThat(hasty.stands("hasty", "ALL-TIME")).isEqualTo(Map.of("ann", "10"));
        }
    }

    private static Answer result(Future<Answer> sent) throws Exception {
        return sent.get().node("data", "submitScore").receipt();
    }
}
