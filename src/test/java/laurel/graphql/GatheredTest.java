package laurel.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.database.Until;
import laurel.request.RequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each statement waits until the test lets it go on, so who comes meanwhile is the test's to say. */
@Timeout(600)
class GatheredTest {
    private final BlockingQueue<Set<Integer>> statements = new LinkedBlockingQueue<>();
    private final Semaphore mayEnd = new Semaphore(0);
    private final Gathered<String, Integer, String> gathered = new Gathered<>((app, keys) -> found(app, keys));

    /** Odd keys are there; one that is negative breaks the statement, and 0 the connection. */
    private Map<Integer, String> found(String app, Set<Integer> keys) {
        statements.add(Set.copyOf(keys));
        mayEnd.acquireUninterruptibly();
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

    private record Request(FutureTask<Map<Integer, String>> answer, Thread thread) {
        void waits() {
            Until.holds(() -> thread.getState() == Thread.State.WAITING);
        }
    }

    private Request ask(String app, Integer... keys) {
        var answer = new FutureTask<>(() -> gathered.load(app, Set.of(keys)));
        return new Request(answer, Thread.ofVirtual().start(answer));
    }

    /** One that waits behind the statement under way. */
    private Request next(Integer... keys) {
        Request request = ask("a", keys);
        request.waits();
        return request;
    }

    private Request first() throws InterruptedException {
        Request first = ask("a", 1);
        assertThat(statements.take()).containsExactly(1);
        return first;
    }

    @Test
    void whoComesWhileAStatementIsUnderWayAsksInTheNextOneAndGetsItsOwn() throws Exception {
        Request first = first();
        List<Request> others = List.of(next(1, 2), next(3), next(3, 5));
        mayEnd.release(2);
        assertThat(first.answer.get()).isEqualTo(Map.of(1, "a1"));
        assertThat(statements.take()).containsExactlyInAnyOrder(1, 2, 3, 5);
        assertThat(others.get(0).answer.get()).isEqualTo(Map.of(1, "a1"));
        assertThat(others.get(1).answer.get()).isEqualTo(Map.of(3, "a3"));
        assertThat(others.get(2).answer.get()).isEqualTo(Map.of(3, "a3", 5, "a5"));
        assertThat(statements).isEmpty();
    }

    @Test
    void anotherAppIsNotAskedForTogether() throws Exception {
        Request first = first();
        Request other = ask("b", 1);
        assertThat(statements.take()).containsExactly(1);
        mayEnd.release(2);
        assertThat(other.answer.get()).isEqualTo(Map.of(1, "b1"));
        assertThat(first.answer.get()).isEqualTo(Map.of(1, "a1"));
    }

    @Test
    void whatIsLargeWaitsForNobody() throws Exception {
        first();
        Integer[] many = IntStream.range(1, 1000).boxed().toArray(Integer[]::new);
        Request large = ask("a", many);
        assertThat(statements.take()).hasSameSizeAs(many);
        mayEnd.release(2);
        assertThat(large.answer.get()).hasSize(500);
    }

    @Test
    void whereTheStatementFailsEachTriesByItself() throws Exception {
        first();
        Request good = next(3);
        Request bad = next(-1);
        mayEnd.release(4);
        assertThat(good.answer.get()).isEqualTo(Map.of(3, "a3"));
        assertThatThrownBy(bad.answer::get).hasRootCauseMessage("negative");
        assertThat(statements).containsExactlyInAnyOrder(Set.of(3, -1), Set.of(3), Set.of(-1));
    }

    @Test
    void whoIsAloneIsNotTriedAgain() throws Exception {
        Request bad = ask("a", -1);
        mayEnd.release(2);
        assertThatThrownBy(bad.answer::get).hasRootCauseMessage("negative");
        assertThat(statements).containsExactly(Set.of(-1));
    }

    @Test
    void withoutAConnectionNobodyTriesAgain() throws Exception {
        first();
        List<Request> others = List.of(next(3), next(0));
        mayEnd.release(2);
        for (Request other : others) {
            assertThatThrownBy(other.answer::get).hasRootCauseMessage("no connection");
        }
        assertThat(statements).containsExactly(Set.of(3, 0));
    }

    @Test
    void whoIsInterruptedLeavesTheOthersAlone() throws Exception {
        first();
        Request leaves = next(3);
        Request stays = next(5);
        mayEnd.release();
        assertThat(statements.take()).containsExactlyInAnyOrder(3, 5);
        leaves.thread.interrupt();
        assertThatThrownBy(leaves.answer::get)
                .hasCauseInstanceOf(RequestException.class)
                .hasMessageContaining("stopping");
        mayEnd.release();
        assertThat(stays.answer.get()).isEqualTo(Map.of(5, "a5"));
    }
}
