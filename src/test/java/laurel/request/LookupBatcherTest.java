package laurel.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements block until the test releases them, so that the test decides which look-ups arrive meanwhile. */
@Timeout(600)
class LookupBatcherTest {
    private final BlockingQueue<Set<Integer>> statements = new LinkedBlockingQueue<>();
    private final Semaphore released = new Semaphore(0);
    private final LookupBatcher<String, Integer, String> batcher = new LookupBatcher<>((app, keys) -> load(app, keys));

    /** Odd keys have values. A negative key makes the statement fail, and 0 the connection. */
    private Map<Integer, String> load(String app, Set<Integer> keys) {
        statements.add(Set.copyOf(keys));
        released.acquireUninterruptibly();
        if (keys.contains(0)) {
            throw new IllegalStateException(new SQLTransientConnectionException("no connection"));
        }
        if (keys.stream().anyMatch(key -> key < 0)) {
            throw new IllegalArgumentException("negative");
        }
        return keys.stream()
                .filter(key -> key % 2 == 1)
                .collect(Collectors.toMap(Function.identity(), key -> app + key));
    }

    private record Lookup(FutureTask<Map<Integer, String>> answer, Thread thread) {
        void waits() {
            Until.holds(() -> thread.getState() == Thread.State.WAITING);
        }
    }

    private Lookup start(String app, Integer... keys) {
        var answer = new FutureTask<>(() -> batcher.load(app, Set.of(keys)));
        return new Lookup(answer, Thread.ofVirtual().start(answer));
    }

    /** Starts a look-up that waits behind the running statement. */
    private Lookup startWaiting(Integer... keys) {
        Lookup request = start("a", keys);
        request.waits();
        return request;
    }

    private Lookup startFirst() throws InterruptedException {
        Lookup first = start("a", 1);
        assertThat(statements.take()).containsExactly(1);
        return first;
    }

    @Test
    void combinesLookupsThatArriveDuringAStatement() throws Exception {
        Lookup first = startFirst();
        List<Lookup> others = List.of(startWaiting(1, 2), startWaiting(3), startWaiting(3, 5));
        released.release(2);
        assertThat(first.answer.get()).isEqualTo(Map.of(1, "a1"));
        assertThat(statements.take()).containsExactlyInAnyOrder(1, 2, 3, 5);
        assertThat(others.get(0).answer.get()).isEqualTo(Map.of(1, "a1"));
        assertThat(others.get(1).answer.get()).isEqualTo(Map.of(3, "a3"));
        assertThat(others.get(2).answer.get()).isEqualTo(Map.of(3, "a3", 5, "a5"));
        assertThat(statements).isEmpty();
    }

    @Test
    void runsLookupInIdleLaneOnThreadOfCaller() {
        List<Thread> threads = new ArrayList<>();
        var named = new LookupBatcher<String, Integer, Thread>((app, keys) -> {
            threads.add(Thread.currentThread());
            return Map.of();
        });
        assertThat(named.load("a", Set.of(1))).isEmpty();
        assertThat(named.start("a", Set.of(1)).get()).isEmpty();
        assertThat(threads).first().isSameAs(Thread.currentThread());
        assertThat(threads).last().isNotSameAs(Thread.currentThread());
    }

    @Test
    void startsLookupWhileCallerGoesOn() throws Exception {
        Supplier<Map<Integer, String>> started = batcher.start("a", Set.of(1));
        assertThat(statements.take()).containsExactly(1);
        Lookup waits = startWaiting(3);
        released.release(2);
        assertThat(started.get()).isEqualTo(Map.of(1, "a1"));
        assertThat(waits.answer.get()).isEqualTo(Map.of(3, "a3"));
    }

    @Test
    void doesNotCombineLookupsOfDifferentApps() throws Exception {
        Lookup first = startFirst();
        Lookup other = start("b", 1);
        assertThat(statements.take()).containsExactly(1);
        released.release(2);
        assertThat(other.answer.get()).isEqualTo(Map.of(1, "b1"));
        assertThat(first.answer.get()).isEqualTo(Map.of(1, "a1"));
    }

    @Test
    void runsLargeLookupsAloneAndAtOnce() throws Exception {
        startFirst();
        Integer[] many = IntStream.range(1, 1000).boxed().toArray(Integer[]::new);
        Lookup large = start("a", many);
        assertThat(statements.take()).hasSameSizeAs(many);
        released.release(2);
        assertThat(large.answer.get()).hasSize(500);
    }

    @Test
    void repeatsEachLookupAloneAfterACombinedStatementFails() throws Exception {
        startFirst();
        Lookup good = startWaiting(3);
        Lookup bad = startWaiting(-1);
        released.release(4);
        assertThat(good.answer.get()).isEqualTo(Map.of(3, "a3"));
        assertThatThrownBy(bad.answer::get).hasRootCauseMessage("negative");
        assertThat(statements).containsExactlyInAnyOrder(Set.of(3, -1), Set.of(3), Set.of(-1));
    }

    @Test
    void doesNotRepeatAFailedLookupThatRanAlone() throws Exception {
        Lookup bad = start("a", -1);
        released.release(2);
        assertThatThrownBy(bad.answer::get).hasRootCauseMessage("negative");
        assertThat(statements).containsExactly(Set.of(-1));
    }

    @Test
    void doesNotRepeatLookupsWithoutAConnection() throws Exception {
        startFirst();
        List<Lookup> others = List.of(startWaiting(3), startWaiting(0));
        released.release(2);
        for (Lookup other : others) {
            assertThatThrownBy(other.answer::get).hasRootCauseMessage("no connection");
        }
        assertThat(statements).containsExactly(Set.of(3, 0));
    }

    @Test
    void answersOtherLookupsAfterAnInterrupt() throws Exception {
        startFirst();
        Lookup leaves = startWaiting(3);
        Lookup stays = startWaiting(5);
        released.release();
        assertThat(statements.take()).containsExactlyInAnyOrder(3, 5);
        leaves.thread.interrupt();
        assertThatThrownBy(leaves.answer::get)
                .hasCauseInstanceOf(RequestException.class)
                .hasMessageContaining("stopping");
        released.release();
        assertThat(stays.answer.get()).isEqualTo(Map.of(5, "a5"));
    }
}
