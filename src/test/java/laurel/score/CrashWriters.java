package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import laurel.graphql.StoredKey;
import laurel.graphql.node.NodeIds;

/**
 * Writers that go on while things break, and know what they were promised. Each adds to totals of its own on two boards,
 * one that nobody else is on and one with thousands who keep still. Writers of even number give each submission a key, and
 * repeat it until it is acknowledged; the others never repeat.
 */
final class CrashWriters implements AutoCloseable {
    static final String BOARD = "crash";
    private static final String CROWD = "crowd";
    private static final int STILL = 2_000;
    private static final String STANDING = """
            query ($who: String!) { leaderboard(key: "crowd") { window(select: {name: {name: "ALL-TIME"}}) {
              ranking { standing(participant: {external: {externalId: $who}}) { score } } } } }
            """;
    private static final int WRITERS = 8;
    private static final int SECONDS = 180;

    private final List<Thread> threads = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile Service service;
    private volatile CountDownLatch acknowledged = new CountDownLatch(0);
    private final CountDownLatch failed = new CountDownLatch(1);

    private CrashWriters(ScoreClient client) {
        this.service = new Service(client, new CountDownLatch(1));
    }

    /** Whom to ask, until there is another. */
    private record Service(ScoreClient client, CountDownLatch replaced) {}

    static CrashWriters start(ScoreClient client) {
        client.create(BOARD, "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        client.create(CROWD, "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        for (int n = 0; n < STILL; n += 500) {
            client.submitAll(IntStream.range(n, n + 500)
                    .mapToObj(i -> ScoreClient.score(CROWD, "still-" + i, i % 40))
                    .toList());
        }
        CrashWriters all = new CrashWriters(client);
        for (int n = 0; n < WRITERS; n++) {
            Writer writer = all.new Writer(n);
            all.writers.add(writer);
            all.threads.add(Thread.ofVirtual().start(writer::write));
        }
        return all;
    }

    /** Waits until this many more submissions have been acknowledged. */
    void awaitAcknowledged(int count) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(count);
        acknowledged = latch;
        assertThat(latch.await(SECONDS, TimeUnit.SECONDS))
                .as("%s; %s acknowledgements missing", surprises, latch.getCount())
                .isTrue();
    }

    /** Waits until a submission has failed. */
    void awaitFailed() throws InterruptedException {
        assertThat(failed.await(SECONDS, TimeUnit.SECONDS)).as("nobody noticed").isTrue();
    }

    /** From now on they ask this one. */
    void turnTo(ScoreClient other) {
        CountDownLatch replaced = service.replaced;
        service = new Service(other, new CountDownLatch(1));
        replaced.countDown();
    }

    /** Ends once everybody has finished what it was at. */
    void finish() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(SECONDS))).isTrue();
        }
        assertThat(surprises).isEmpty();
    }

    /** Everything that was promised is there, and nothing is there twice. */
    void check(Sql sql, LaurelServer server) {
        ScoreClient reader = new ScoreClient(server.client());
        NodeIds ids = StoredKey.ids(sql);
        Set<Long> ledger = Set.copyOf(sql.of("SELECT id FROM score_submission").list(Long.class));
        Map<String, Long> stands = stands(reader);
        assertThat(sums(sql)).as("ledger and entries agree").isEqualTo(stands);
        checkRankings(server);
        for (Writer writer : writers) {
            assertThat(writer.promised).allSatisfy(id -> assertThat(ledger)
                    .contains(ids.parse(id).orElseThrow().number()));
            long stored = stands.getOrDefault(writer.name, 0L);
            int least = writer.promised.size();
            int most = writer.keyed ? least : least + writer.unknown.get();
            assertThat(stored).as(writer.name).isBetween((long) least, (long) most);
        }
    }

    @Introspected
    record Sum(String externalId, long total) {}

    private static Map<String, Long> sums(Sql sql) {
        Map<String, Long> sums = new HashMap<>();
        sql.of("""
                        SELECT external_id, sum(score) AS total
                        FROM score_submission AS s JOIN participant AS p ON p.id = s.participant_id
                        WHERE external_id NOT LIKE 'still-%'
                        GROUP BY external_id
                        """).each(Sum.class, row -> sums.put(row.externalId, row.total));
        return sums;
    }

    /** The totals of the writers, on both boards together. */
    private Map<String, Long> stands(ScoreClient reader) {
        Map<String, Long> totals = new HashMap<>();
        reader.stands(BOARD, "ALL-TIME").forEach((who, score) -> totals.put(who, Long.valueOf(score)));
        for (Writer writer : writers) {
            Object score = reader.graphQL()
                    .ask(STANDING, Map.of("who", writer.name))
                    .at("data", "leaderboard", "window", "ranking", "standing", "score");
            if (score != null) {
                totals.merge(writer.name, Long.valueOf(score.toString()), Long::sum);
            }
        }
        return totals;
    }

    /** Every ranking has an index, and each says what SQL's window functions say. */
    static void checkRankings(LaurelServer server) {
        Answer checked = new JobClient(server).result("checkRankings", Map.of());
        assertThat(checked.list("wrongRankings")).isEmpty();
        assertThat(checked.at("wrongCount")).isEqualTo(0);
        assertThat(Integer.parseInt(checked.text("checkedCount"))).isGreaterThanOrEqualTo(4);
        assertThat(Integer.parseInt(checked.text("indexRowCount"))).isGreaterThanOrEqualTo(4);
    }

    @Override
    public void close() {
        done.set(true);
        threads.forEach(Thread::interrupt);
    }

    private final class Writer {
        final String name;
        final boolean keyed;
        /** IDs of what was acknowledged. */
        final Queue<String> promised = new ConcurrentLinkedQueue<>();
        /** Failed, so it may have been stored or not. */
        final AtomicInteger unknown = new AtomicInteger();

        Writer(int number) {
            keyed = number % 2 == 0;
            name = (keyed ? "keyed-" : "plain-") + number;
        }

        void write() {
            try {
                writeOn();
            } catch (InterruptedException e) {
                surprises.add(name + " was interrupted");
            }
        }

        private void writeOn() throws InterruptedException {
            for (int n = 0; !done.get(); n++) {
                Map<String, Object> one = ScoreClient.score(n % 2 == 0 ? BOARD : CROWD, name, 1);
                Map<String, Object> input = keyed ? ScoreClient.with(one, "idempotencyKey", name + "-" + n) : one;
                boolean stands = attempt(input);
                while (keyed && !stands && surprises.isEmpty()) {
                    stands = attempt(input);
                }
            }
        }

        /** Whether it was acknowledged. */
        private boolean attempt(Map<String, Object> input) throws InterruptedException {
            Service asked = service;
            try {
                Answer answer = asked.client.send(input);
                Object id = answer.at("data", "submitScore", "receipt", "submission", "id");
                if (id != null) {
                    promised.add(id.toString());
                    acknowledged.countDown();
                    return true;
                }
                if (!"UNAVAILABLE".equals(answer.at("errors", 0, "extensions", "code"))) {
                    surprises.add(String.valueOf(answer));
                }
            } catch (UncheckedIOException e) {
                failed.countDown();
                asked.replaced.await();
            } catch (RuntimeException e) {
                surprises.add(String.valueOf(e));
            }
            unknown.incrementAndGet();
            failed.countDown();
            return false;
        }
    }
}
