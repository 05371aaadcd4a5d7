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
 * Writers that continue while the service or the database is down, and remember which submissions were acknowledged. Each
 * submits for its own participant to two leaderboards: one has only the writers, the other also thousands of other entries.
 * Writers of even number send idempotency keys and repeat each submission until it is acknowledged; the others never repeat.
 */
final class CrashWriters implements AutoCloseable {
    static final String BOARD = "crash";
    private static final String CROWD = "crowd";
    private static final int OTHER_ENTRIES = 2_000;
    private static final String STANDING = """
            query ($participant: String!) { leaderboard(key: "crowd") { window(select: {name: {name: "ALL-TIME"}}) {
              ranking { standing(participant: {external: {externalId: $participant}}) { score } } } } }
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

    /** The service to use until it is replaced. */
    private record Service(ScoreClient client, CountDownLatch replaced) {}

    static CrashWriters start(ScoreClient client) {
        client.create(BOARD, "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        client.create(CROWD, "INCREMENT", "{kind: DAILY}, {kind: ALL_TIME}");
        for (int n = 0; n < OTHER_ENTRIES; n += 500) {
            client.submitAll(IntStream.range(n, n + 500)
                    .mapToObj(i -> ScoreClient.score(CROWD, "other-" + i, i % 40))
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
        assertThat(failed.await(SECONDS, TimeUnit.SECONDS))
                .as("no submission failed")
                .isTrue();
    }

    /** Makes the writers use another service. */
    void use(ScoreClient other) {
        CountDownLatch replaced = service.replaced;
        service = new Service(other, new CountDownLatch(1));
        replaced.countDown();
    }

    /** Stops the writers, and waits for their last submissions. */
    void finish() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(SECONDS))).isTrue();
        }
        assertThat(surprises).isEmpty();
    }

    /** Checks that all acknowledged submissions are stored, and none of them twice. */
    void check(Sql sql, LaurelServer server) {
        ScoreClient reader = new ScoreClient(server.client());
        NodeIds ids = StoredKey.ids(sql);
        Set<Long> ledger = Set.copyOf(sql.of("SELECT id FROM score_submission").list(Long.class));
        Map<String, Long> totals = totals(reader);
        assertThat(sums(sql)).as("ledger and entries agree").isEqualTo(totals);
        checkRankings(server);
        for (Writer writer : writers) {
            assertThat(writer.acknowledgedIds).allSatisfy(id -> assertThat(ledger)
                    .contains(ids.parse(id).orElseThrow().number()));
            long stored = totals.getOrDefault(writer.name, 0L);
            int min = writer.acknowledgedIds.size();
            int max = writer.keyed ? min : min + writer.unknown.get();
            assertThat(stored).as(writer.name).isBetween((long) min, (long) max);
        }
    }

    @Introspected
    record Sum(String externalId, long total) {}

    private static Map<String, Long> sums(Sql sql) {
        Map<String, Long> sums = new HashMap<>();
        sql.of("""
                        SELECT external_id, sum(score) AS total
                        FROM score_submission AS s JOIN participant AS p ON p.id = s.participant_id
                        WHERE external_id NOT LIKE 'other-%'
                        GROUP BY external_id
                        """).each(Sum.class, row -> sums.put(row.externalId, row.total));
        return sums;
    }

    /** Returns the total of each writer on both leaderboards. */
    private Map<String, Long> totals(ScoreClient reader) {
        Map<String, Long> totals = new HashMap<>();
        reader.scores(BOARD, "ALL-TIME").forEach((who, score) -> totals.put(who, Long.valueOf(score)));
        for (Writer writer : writers) {
            Object score = reader.graphQL()
                    .ask(STANDING, Map.of("participant", writer.name))
                    .at("data", "leaderboard", "window", "ranking", "standing", "score");
            if (score != null) {
                totals.merge(writer.name, Long.valueOf(score.toString()), Long::sum);
            }
        }
        return totals;
    }

    /** Checks that every ranking has an index, and that its ranks equal those of SQL's window functions. */
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
        /** IDs of acknowledged submissions. */
        final Queue<String> acknowledgedIds = new ConcurrentLinkedQueue<>();
        /** Number of failed submissions, which may have been stored or not. */
        final AtomicInteger unknown = new AtomicInteger();

        Writer(int number) {
            keyed = number % 2 == 0;
            name = (keyed ? "keyed-" : "plain-") + number;
        }

        void write() {
            try {
                writeUntilDone();
            } catch (InterruptedException e) {
                surprises.add(name + " was interrupted");
            }
        }

        private void writeUntilDone() throws InterruptedException {
            for (int n = 0; !done.get(); n++) {
                Map<String, Object> unkeyed = ScoreClient.score(n % 2 == 0 ? BOARD : CROWD, name, 1);
                Map<String, Object> input =
                        keyed ? ScoreClient.with(unkeyed, "idempotencyKey", name + "-" + n) : unkeyed;
                boolean stored = attempt(input);
                while (keyed && !stored && surprises.isEmpty()) {
                    stored = attempt(input);
                }
            }
        }

        /** Returns whether the submission was acknowledged. */
        private boolean attempt(Map<String, Object> input) throws InterruptedException {
            Service current = service;
            try {
                Answer answer = current.client.send(input);
                Object id = answer.at("data", "submitScore", "receipt", "submission", "id");
                if (id != null) {
                    acknowledgedIds.add(id.toString());
                    acknowledged.countDown();
                    return true;
                }
                if (!"UNAVAILABLE".equals(answer.at("errors", 0, "extensions", "code"))) {
                    surprises.add(String.valueOf(answer));
                }
            } catch (UncheckedIOException e) {
                failed.countDown();
                current.replaced.await();
            } catch (RuntimeException e) {
                surprises.add(String.valueOf(e));
            }
            unknown.incrementAndGet();
            failed.countDown();
            return false;
        }
    }
}
