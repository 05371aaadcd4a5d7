package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/**
 * Clients that record activity while the service or the database crashes. Each sends batch after batch, and retries a
 * batch until it is acknowledged.
 */
final class RetryingClients implements AutoCloseable {
    private static final ModelDayRule DAYS = ModelDayRule.of("FIXED", ZoneId.of("UTC"));
    private static final List<String> TYPES = List.of("dm.sent", "game.ended", "room.message", "invite.accepted");
    /** Errors that leave open whether a batch was recorded. On a slow machine, requests can also time out. */
    private static final Set<String> RETRYABLE_ERRORS = Set.of("UNAVAILABLE", "TIMEOUT");

    private static final int CLIENTS = 6;
    private static final int MAX_BATCH_SIZE = 12;
    private static final int TIMEOUT_SECONDS = 180;

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<ModelEvent> recorded = new ConcurrentLinkedQueue<>();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch failed = new CountDownLatch(1);
    /** All days are over, so that all windows have their scores. */
    private final Instant start = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(3));

    private volatile CountDownLatch acknowledged = new CountDownLatch(0);
    private volatile Service service;

    /** The service that the clients use until it is replaced. */
    private record Service(ModelClient client, CountDownLatch replaced) {}

    private RetryingClients(GraphQLClient client) {
        service = new Service(new ModelClient(client), new CountDownLatch(1));
    }

    static RetryingClients start(GraphQLClient client) {
        RetryingClients clients = new RetryingClients(client);
        new SocialPolicyClient(client).install(DAYS);
        for (int n = 0; n < CLIENTS; n++) {
            int number = n;
            clients.threads.add(Thread.ofVirtual().start(() -> clients.record(number)));
        }
        return clients;
    }

    void awaitAcknowledged(int batches) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(batches);
        acknowledged = latch;
        assertThat(latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as("%s; %s acknowledgements missing", unexpected, latch.getCount())
                .isTrue();
    }

    void awaitFailed() throws InterruptedException {
        assertThat(failed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as("a request failed")
                .isTrue();
    }

    /** From now on, the clients use another service. */
    void switchTo(GraphQLClient other) {
        CountDownLatch replaced = service.replaced;
        service = new Service(new ModelClient(other), new CountDownLatch(1));
        replaced.countDown();
    }

    /** Waits until every client has an acknowledgement of its last batch, and stops. */
    void finish() throws InterruptedException {
        stopped.set(true);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(TIMEOUT_SECONDS))).isTrue();
        }
        assertThat(unexpected).isEmpty();
    }

    /** Requires that tallies, day scores and entries count every recorded event once. */
    void check(GraphQLClient client) {
        ModelTallies tallies = new ModelTallies(recorded, DAYS);
        ModelComparison comparison =
                new ModelComparison(client, DAYS, tallies, DAYS.today(start).minusDays(1));
        comparison.tallies();
        comparison.dayScores();
        comparison.entries();
    }

    @Override
    public void close() {
        stopped.set(true);
        threads.forEach(Thread::interrupt);
    }

    private void record(int number) {
        Random random = new Random(number);
        try {
            for (int n = 0; !stopped.get(); n++) {
                List<ModelEvent> batch = batch(number, n, random);
                while (!attempt(batch) && unexpected.isEmpty()) {
                    Thread.onSpinWait();
                }
                recorded.addAll(batch);
            }
        } catch (InterruptedException e) {
            unexpected.add("interrupted");
        }
    }

    private List<ModelEvent> batch(int number, int n, Random random) {
        return IntStream.rangeClosed(0, random.nextInt(MAX_BATCH_SIZE))
                .mapToObj(i -> event(number, "%d-%d-%d".formatted(number, n, i), random))
                .toList();
    }

    private ModelEvent event(int number, String id, Random random) {
        String actor = "client-" + number;
        String peer = "client-" + (number + 1 + random.nextInt(CLIENTS - 1)) % CLIENTS;
        Instant at = start.plusSeconds(random.nextInt(2 * 24 * 60 * 60));
        String type = TYPES.get(random.nextInt(TYPES.size()));
        String winner = type.equals("game.ended") ? actor : null;
        return new ModelEvent(id, type, actor, type.startsWith("room") ? null : peer, winner, null, null, at, null);
    }

    /** Sends a batch, and returns whether it was acknowledged. */
    private boolean attempt(List<ModelEvent> batch) throws InterruptedException {
        Service current = service;
        try {
            Answer answer = current.client.send(batch, DAYS);
            Object accepted = answer.at("data", "recordActivities", "acceptedCount");
            if (accepted != null && accepted.equals(batch.size())) {
                acknowledged.countDown();
                return true;
            }
            if (!RETRYABLE_ERRORS.contains(String.valueOf(answer.at("errors", 0, "extensions", "code")))) {
                unexpected.add(String.valueOf(answer));
            }
            failed.countDown();
        } catch (UncheckedIOException e) {
            failed.countDown();
            current.replaced.await();
        } catch (RuntimeException e) {
            unexpected.add(String.valueOf(e));
        }
        return false;
    }
}
