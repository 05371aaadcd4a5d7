package laurel.score.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.OpenTransaction;
import laurel.database.Statements;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.score.LockedLeaderboard;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests for different leaderboards that share a transaction, and those that cannot. */
@Timeout(600)
class SharedBatchConcurrencyTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = new ScoreClient(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The first transaction waits in a function without lock timeout: otherwise, it would give up after 250 ms. */
    @Test
    void commitsSubmissionsToSeveralLeaderboardsInOneTransaction() throws Exception {
        server.database().sql().execute("""
                CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0
                AS $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
                CREATE TRIGGER wait_for_test BEFORE INSERT ON score_submission EXECUTE FUNCTION wait_for_test()
                """);
        List<String> keys = IntStream.range(0, 5).mapToObj(n -> "several-" + n).toList();
        keys.forEach(key -> client.create(key, "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                OpenTransaction held = server.database().transaction();
                var statements = Statements.of(server.bean(Sql.class))) {
            held.execute("SELECT pg_advisory_xact_lock(42)");
            var scores = server.bean(Scores.class);
            Future<Answer> first = threads.submit(() -> client.submit(ScoreClient.score(keys.getFirst(), "ann", 1)));
            Until.holds(server.database()::waitsForLock);
            List<Future<Answer>> others = new ArrayList<>();
            for (int n = 0; n < 20; n++) {
                int points = n;
                others.add(threads.submit(
                        () -> client.submit(ScoreClient.score(keys.get(points % keys.size()), "ann", points))));
            }
            // A request for several leaderboards.
            others.add(threads.submit(() -> client.submitAll(
                    keys.stream().map(key -> ScoreClient.score(key, "eve", 3)).toList())));
            Until.holds(() -> scores.waiting() == 25);
            held.commit();
            first.get();
            for (Future<Answer> other : others) {
                other.get();
            }
            assertThat(statements.take().stream()
                            .filter(statement -> statement.named().contains("INSERT INTO score_submission")))
                    .hasSize(2);
        }
        for (int n = 0; n < keys.size(); n++) {
            int ann = IntStream.iterate(n, points -> points < 20, points -> points + keys.size())
                            .sum()
                    + (n == 0 ? 1 : 0);
            assertThat(client.scores(keys.get(n), "ALL-TIME"))
                    .isEqualTo(Map.of("ann", Integer.toString(ann), "eve", "3"));
        }
    }

    @Test
    void doesNotDelayOtherLeaderboardsIfOneIsLocked() throws Exception {
        client.create("locked", "INCREMENT", "{kind: ALL_TIME}");
        client.create("free", "INCREMENT", "{kind: ALL_TIME}");
        try (var locked = new LockedLeaderboard(server, "locked")) {
            Future<Answer> first = locked.sendFirst(client, ScoreClient.score("locked", "ann", 1));
            Future<Answer> both = locked.sendAndAwaitLock(() -> client.submitAll(
                    List.of(ScoreClient.score("free", "ann", 10), ScoreClient.score("locked", "ann", 10))));
            assertThat(client.submit(ScoreClient.score("free", "ann", 1)).at("status"))
                    .isEqualTo("COUNTED");
            assertThat(client.scores("free", "ALL-TIME")).isEqualTo(Map.of("ann", "1"));
            locked.release();
            result(first).text("submission", "id");
            assertThat(both.get().at("acceptedCount")).isEqualTo(2);
        }
        assertThat(client.scores("locked", "ALL-TIME")).isEqualTo(Map.of("ann", "11"));
        assertThat(client.scores("free", "ALL-TIME")).isEqualTo(Map.of("ann", "11"));
    }

    /** Requests for several leaderboards, of which one is locked, do not share a transaction: each would wait with a connection. */
    @Test
    void leavesConnectionsForOtherRequestsIfLeaderboardIsLocked() throws Exception {
        client.create("taken", "INCREMENT", "{kind: ALL_TIME}");
        client.create("open", "INCREMENT", "{kind: ALL_TIME}");
        try (var node = LaurelServer.on(server.database(), CLOCK, Map.of("laurel.database.pool-size", 4));
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var locked = new LockedLeaderboard(server, "taken")) {
            ScoreClient sender = new ScoreClient(node.client());
            List<Future<Answer>> sent = new ArrayList<>();
            for (int n = 0; n < 6; n++) {
                sent.add(threads.submit(() -> sender.submitAll(
                        List.of(ScoreClient.score("open", "ann", 1), ScoreClient.score("taken", "ann", 1)))));
            }
            Until.holds(() -> node.bean(SubmissionTransactions.class).queued() == 4);
            assertThat(sender.scores("open", "ALL-TIME")).isEmpty();
            locked.release();
            for (Future<Answer> both : sent) {
                assertThat(both.get().at("acceptedCount")).isEqualTo(2);
            }
        }
        assertThat(client.scores("open", "ALL-TIME")).isEqualTo(Map.of("ann", "6"));
        assertThat(client.scores("taken", "ALL-TIME")).isEqualTo(Map.of("ann", "6"));
    }

    /**
     * The submission changes its participant, whose row is locked. Transactions wait 8 seconds for a lock, and the requests of this
     * node end before that.
     */
    @Test
    void doesNotDelayOtherLeaderboardsIfParticipantIsLocked() throws Exception {
        client.create("named", "INCREMENT", "{kind: ALL_TIME}");
        client.create("unnamed", "INCREMENT", "{kind: ALL_TIME}");
        client.submit(ScoreClient.score("named", "zoe", 1));
        Map<String, Object> renamed = ScoreClient.with(
                ScoreClient.score("named", "zoe", 1), "participant", Map.of("externalId", "zoe", "name", "Zoe"));
        try (var node = LaurelServer.on(server.database(), CLOCK, Map.of("laurel.limits.request-time", "7s"));
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                OpenTransaction held = server.database().transaction()) {
            ScoreClient hasty = new ScoreClient(node.client());
            held.execute("SELECT id FROM participant WHERE external_id = 'zoe' FOR UPDATE");
            Future<Answer> first = threads.submit(() -> hasty.submit(renamed));
            Until.holds(server.database()::waitsForLock);
            assertThat(hasty.submit(ScoreClient.score("unnamed", "eve", 1)).at("status"))
                    .isEqualTo("COUNTED");
            assertThat(first.isDone()).isFalse();
            held.commit();
            assertThat(first.get().at("status")).isEqualTo("COUNTED");
        }
        assertThat(client.scores("named", "ALL-TIME")).isEqualTo(Map.of("zoe", "2"));
    }

    /** Submissions to one leaderboard cause events, and the event log is locked for longer than a shared transaction waits. */
    @Test
    void doesNotDelayOtherLeaderboardsIfEventLogIsLocked() throws Exception {
        client.create("first", "INCREMENT", "{kind: ALL_TIME}");
        client.create("silent", "INCREMENT", "{kind: ALL_TIME}");
        client.create("eventful", "INCREMENT", "{kind: ALL_TIME}");
        server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"eventful\","
                        + " eventRules: [{entryAdded: ALL}]}) { leaderboard { id } errors { code } } }")
                .text("data", "updateLeaderboard", "leaderboard", "id");
        client.submit(ScoreClient.score("first", "max", 1));
        Map<String, Object> renamed = ScoreClient.with(
                ScoreClient.score("first", "max", 1), "participant", Map.of("externalId", "max", "name", "Max"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                OpenTransaction held = server.database().transaction()) {
            held.execute("SELECT id FROM participant WHERE external_id = 'max' FOR UPDATE");
            held.execute("SELECT pg_advisory_xact_lock(hashtext('event'), id) FROM app");
            Future<Answer> first = threads.submit(() -> client.submit(renamed));
            Until.holds(server.database()::waitsForLock);
            // These form the next batch.
            Future<Answer> eventful = threads.submit(() -> client.submit(ScoreClient.score("eventful", "ann", 1)));
            Future<Answer> silent = threads.submit(() -> client.submit(ScoreClient.score("silent", "ann", 1)));
            assertThat(silent.get().at("status")).isEqualTo("COUNTED");
            assertThat(eventful.isDone()).isFalse();
            held.commit();
            assertThat(first.get().at("status")).isEqualTo("COUNTED");
            assertThat(eventful.get().at("status")).isEqualTo("COUNTED");
        }
        assertThat(client.scores("eventful", "ALL-TIME")).isEqualTo(Map.of("ann", "1"));
    }

    private static Answer result(Future<Answer> sent) throws Exception {
        return sent.get().node("data", "submitScore").receipt();
    }
}
