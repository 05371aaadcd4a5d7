package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each turn waits until the test lets it go on, so what is gathered meanwhile is the test's to say. */
@Timeout(600)
class BatcherTest {
    private static final int ROOM = 10;

    /** The turns that have begun. */
    private final BlockingQueue<List<String>> turns = new LinkedBlockingQueue<>();

    private final Semaphore mayEnd = new Semaphore(0);
    private final Batcher<String, String, String> batcher =
            new Batcher<>(4, ROOM, String::length, (key, asked) -> answers(asked), e -> !"all".equals(e.getMessage()));

    private List<String> answers(List<String> asked) {
        turns.add(asked);
        try {
            mayEnd.acquire();
        } catch (InterruptedException e) {
            turns.add(List.of("interrupted"));
            throw new IllegalStateException(e);
        }
        for (String bad : List.of("bad", "all")) {
            if (asked.contains(bad)) {
                throw new IllegalArgumentException(bad);
            }
        }
        return asked.stream().map(one -> one + "!").toList();
    }

    /** A caller, on a thread of its own. */
    private static final class Caller {
        private final FutureTask<String> task;
        private final Thread thread;

        Caller(Callable<String> call) {
            task = new FutureTask<>(call);
            thread = Thread.ofVirtual().start(task);
        }

        String answer() throws Exception {
            return task.get();
        }
    }

    /** Asks, and returns once that waits. */
    private Caller waiting(String part) {
        int before = batcher.waiting();
        Caller caller = new Caller(() -> batcher.ask("lane", part));
        Until.holds(() -> batcher.waiting() == before + part.length());
        return caller;
    }

    /** Asks in a lane that is idle, and returns once that is worked on. */
    private Caller first() throws Exception {
        Caller caller = new Caller(() -> batcher.ask("lane", "1"));
        assertThat(turns.take()).containsExactly("1");
        return caller;
    }

    @Test
    void whoComesWhileATurnIsWorkedOnIsTheNextTurnInOrderOfArrival() throws Exception {
        Caller first = first();
        List<Caller> others = List.of(waiting("a"), waiting("b"), waiting("c"));
        mayEnd.release();
        assertThat(first.answer()).isEqualTo("1!");
        assertThat(turns.take()).containsExactly("a", "b", "c");
        mayEnd.release();
        assertThat(others.get(0).answer()).isEqualTo("a!");
        assertThat(others.get(1).answer()).isEqualTo("b!");
        assertThat(others.get(2).answer()).isEqualTo("c!");
        gone();
    }

    /** Four at most; what is larger has a turn of its own. */
    @Test
    void aTurnHasABound() throws Exception {
        first();
        for (String part : List.of("aaa", "b", "c", "ddddd")) {
            waiting(part);
        }
        mayEnd.release(4);
        assertThat(turns.take()).containsExactly("aaa", "b");
        assertThat(turns.take()).containsExactly("c");
        assertThat(turns.take()).containsExactly("ddddd");
        gone();
    }

    @Test
    void lanesDoNotWaitForEachOther() throws Exception {
        first();
        Caller other = new Caller(() -> batcher.ask("other lane", "2"));
        assertThat(turns.take()).containsExactly("2");
        assertThat(batcher.lanes()).isEqualTo(2);
        mayEnd.release(2);
        assertThat(other.answer()).isEqualTo("2!");
        gone();
    }

    @Test
    void thereIsRoomForSoManyAndNoMore() throws Exception {
        Caller first = first();
        Caller waits = waiting("0123456789");
        assertThatThrownBy(() -> batcher.ask("lane", "x")).isInstanceOf(Batcher.FullException.class);
        mayEnd.release(2);
        assertThat(first.answer()).isEqualTo("1!");
        assertThat(waits.answer()).isEqualTo("0123456789!");
        gone();
        // What begins at once does not wait.
        mayEnd.release();
        assertThat(batcher.ask("lane", "0123456789+")).endsWith("+!");
    }

    @Test
    void oneThatIsAtFaultFailsAlone() throws Exception {
        first();
        List<Caller> others = List.of(waiting("a"), waiting("bad"), waiting("c"));
        mayEnd.release(5);
        assertThat(turns.take()).containsExactly("a", "bad");
        assertThat(turns.take()).containsExactly("a");
        assertThat(turns.take()).containsExactly("bad");
        assertThat(others.get(0).answer()).isEqualTo("a!");
        assertThatThrownBy(others.get(1)::answer)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("bad");
        assertThat(others.get(2).answer()).isEqualTo("c!");
        gone();
    }

    @Test
    void whatIsNobodysFaultFailsForAll() throws Exception {
        first();
        List<Caller> others = List.of(waiting("a"), waiting("all"));
        mayEnd.release(2);
        for (Caller other : others) {
            assertThatThrownBy(other::answer).hasRootCauseMessage("all");
        }
        gone();
    }

    @Test
    void whoIsInterruptedBeforeItsTurnLeaves() throws Exception {
        first();
        Caller leaves = waiting("a");
        Caller stays = waiting("b");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::answer).hasCauseInstanceOf(InterruptedException.class);
        assertThat(batcher.waiting()).isOne();
        mayEnd.release(2);
        assertThat(turns.take()).containsExactly("b");
        assertThat(stays.answer()).isEqualTo("b!");
        gone();
    }

    @Test
    void whoIsInterruptedInItsTurnTakesNoAnswerFromOthers() throws Exception {
        first();
        Caller leaves = waiting("a");
        Caller stays = waiting("b");
        mayEnd.release();
        assertThat(turns.take()).containsExactly("a", "b");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::answer).hasCauseInstanceOf(InterruptedException.class);
        mayEnd.release();
        assertThat(stays.answer()).isEqualTo("b!");
        gone();
    }

    /** Then it is interrupted, and the next turn is not. */
    @Test
    void aTurnThatNobodyAwaitsAnyMoreIsInterrupted() throws Exception {
        Caller leaves = first();
        Caller next = waiting("a");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::answer).hasCauseInstanceOf(InterruptedException.class);
        assertThat(turns.take()).containsExactly("interrupted");
        assertThat(turns.take()).containsExactly("a");
        mayEnd.release();
        assertThat(next.answer()).isEqualTo("a!");
        gone();
    }

    @Test
    void whoLeftIsNotTriedAgainOnItsOwn() throws Exception {
        first();
        Caller leaves = waiting("a");
        Caller bad = waiting("bad");
        mayEnd.release();
        assertThat(turns.take()).containsExactly("a", "bad");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::answer).hasCauseInstanceOf(InterruptedException.class);
        mayEnd.release(2);
        assertThat(turns.take()).containsExactly("bad");
        assertThatThrownBy(bad::answer).hasRootCauseMessage("bad");
        gone();
    }

    @Test
    void everyOneOfManyGetsItsOwnAnswer() throws Exception {
        var every = new Batcher<Integer, Integer, Integer>(
                7,
                1_000,
                one -> 1,
                (key, asked) -> asked.stream().map(one -> -one).toList(),
                e -> true);
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Integer>> callers = new ArrayList<>();
        for (int n = 0; n < 500; n++) {
            int part = n;
            callers.add(new FutureTask<>(() -> {
                go.await();
                return every.ask(part % 3, part);
            }));
            Thread.ofVirtual().start(callers.getLast());
        }
        go.countDown();
        for (int n = 0; n < 500; n++) {
            assertThat(callers.get(n).get()).isEqualTo(-n);
        }
        Until.holds(() -> every.lanes() == 0);
    }

    private void gone() {
        Until.holds(() -> batcher.lanes() == 0);
        assertThat(batcher.waiting()).isZero();
    }
}
