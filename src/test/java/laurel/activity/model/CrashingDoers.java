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

/** Active while things break: each sends batch after batch, and every batch again until it is acknowledged. */
final class CrashingDoers implements AutoCloseable {
    private static final ModelDays DAYS = ModelDays.of("FIXED", ZoneId.of("UTC"));
    private static final List<String> TYPES = List.of("dm.sent", "game.ended", "room.message", "invite.accepted");
    /** What they are told where it may have been done or not: on a slow machine it may also take too long. */
    private static final Set<String> UNKNOWN = Set.of("UNAVAILABLE", "TIMEOUT");

    private static final int DOERS = 6;
    private static final int MOST = 12;
    private static final int SECONDS = 180;

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<ModelEvent> done = new ConcurrentLinkedQueue<>();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean enough = new AtomicBoolean();
    private final CountDownLatch failed = new CountDownLatch(1);
    private final Instant start = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(2));
    private volatile CountDownLatch acknowledged = new CountDownLatch(0);
    private volatile Service service;

    /** Whom to tell, until there is another. */
    private record Service(ActivityClient client, CountDownLatch replaced) {}

    private CrashingDoers(GraphQLClient client) {
        service = new Service(new ActivityClient(client), new CountDownLatch(1));
    }

    static CrashingDoers start(GraphQLClient client) {
        CrashingDoers all = new CrashingDoers(client);
        new SocialClient(client).adopt(DAYS);
        for (int n = 0; n < DOERS; n++) {
            int number = n;
            all.threads.add(Thread.ofVirtual().start(() -> all.act(number)));
        }
        return all;
    }

    void awaitAcknowledged(int batches) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(batches);
        acknowledged = latch;
        assertThat(latch.await(SECONDS, TimeUnit.SECONDS))
                .as("%s; %s acknowledgements missing", surprises, latch.getCount())
                .isTrue();
    }

    void awaitFailed() throws InterruptedException {
        assertThat(failed.await(SECONDS, TimeUnit.SECONDS)).as("nobody noticed").isTrue();
    }

    /** From now on they tell this one. */
    void turnTo(GraphQLClient other) {
        CountDownLatch replaced = service.replaced;
        service = new Service(new ActivityClient(other), new CountDownLatch(1));
        replaced.countDown();
    }

    /** Ends once all have been told that what they were at is done. */
    void finish() throws InterruptedException {
        enough.set(true);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(SECONDS))).isTrue();
        }
        assertThat(surprises).isEmpty();
    }

    /** What was counted, and what follows, is that of all that was done, once. */
    void check(GraphQLClient client) {
        ModelTallies tallies = new ModelTallies(done, DAYS);
        SocialCheck check =
                new SocialCheck(client, DAYS, tallies, DAYS.today(start).minusDays(1));
        check.tallies();
        check.dayScores();
        check.entries();
    }

    @Override
    public void close() {
        enough.set(true);
        threads.forEach(Thread::interrupt);
    }

    private void act(int number) {
        Random random = new Random(number);
        try {
            for (int n = 0; !enough.get(); n++) {
                List<ModelEvent> batch = batch(number, n, random);
                while (!attempt(batch) && surprises.isEmpty()) {
                    Thread.onSpinWait();
                }
                done.addAll(batch);
            }
        } catch (InterruptedException e) {
            surprises.add("interrupted");
        }
    }

    private List<ModelEvent> batch(int number, int n, Random random) {
        return IntStream.rangeClosed(0, random.nextInt(MOST))
                .mapToObj(i -> event(number, "%d-%d-%d".formatted(number, n, i), random))
                .toList();
    }

    private ModelEvent event(int number, String id, Random random) {
        String actor = "doer-" + number;
        String peer = "doer-" + (number + 1 + random.nextInt(DOERS - 1)) % DOERS;
        Instant at = start.plusSeconds(random.nextInt(2 * 24 * 60 * 60));
        String type = TYPES.get(random.nextInt(TYPES.size()));
        String winner = type.equals("game.ended") ? actor : null;
        return new ModelEvent(id, type, actor, type.startsWith("room") ? null : peer, winner, null, null, at, null);
    }

    /** Whether it was acknowledged. */
    private boolean attempt(List<ModelEvent> batch) throws InterruptedException {
        Service told = service;
        try {
            Answer answer = told.client.send(batch, DAYS);
            Object accepted = answer.at("data", "recordActivities", "acceptedCount");
            if (accepted != null && accepted.equals(batch.size())) {
                acknowledged.countDown();
                return true;
            }
            if (!UNKNOWN.contains(String.valueOf(answer.at("errors", 0, "extensions", "code")))) {
                surprises.add(String.valueOf(answer));
            }
            failed.countDown();
        } catch (UncheckedIOException e) {
            failed.countDown();
            told.replaced.await();
        } catch (RuntimeException e) {
            surprises.add(String.valueOf(e));
        }
        return false;
    }
}
