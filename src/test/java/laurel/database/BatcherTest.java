package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches block until the test releases them, so that the test decides which requests arrive meanwhile. */
@Timeout(600)
class BatcherTest {
    private static final int CAPACITY = 20;

    /** The batches that have started. */
    private final BlockingQueue<List<String>> batches = new LinkedBlockingQueue<>();

    private final Semaphore released = new Semaphore(0);
    private final Batcher<String, String, String> batcher = new Batcher<>(
            4,
            CAPACITY,
            String::length,
            (key, requests) -> responses(requests),
            e -> !"all".equals(e.getMessage()),
            took -> 0);

    private List<String> responses(List<String> requests) {
        batches.add(requests);
        try {
            released.acquire();
        } catch (InterruptedException e) {
            batches.add(List.of("interrupted"));
            throw new IllegalStateException(e);
        }
        for (String bad : List.of("bad", "all")) {
            if (requests.contains(bad)) {
                throw new IllegalArgumentException(bad);
            }
        }
        return requests.stream().map(one -> one + "!").toList();
    }

    /** A caller on its own thread. */
    private static final class Caller {
        private final FutureTask<String> task;
        private final Thread thread;

        Caller(Callable<String> call) {
            task = new FutureTask<>(call);
            thread = Thread.ofVirtual().start(task);
        }

        String response() throws Exception {
            return task.get();
        }
    }

    /** Submits a request, and returns when it waits. */
    private Caller submitWaiting(String request) {
        return submitWaiting(batcher, request);
    }

    private static Caller submitWaiting(Batcher<String, String, String> to, String request) {
        int before = to.waiting();
        Caller caller = new Caller(() -> to.submit("lane", request));
        Until.holds(() -> to.waiting() == before + request.length());
        return caller;
    }

    /** Submits a request to an idle lane, and returns when it runs. */
    private Caller submitFirst() throws Exception {
        Caller caller = new Caller(() -> batcher.submit("lane", "1"));
        assertThat(batches.take()).containsExactly("1");
        return caller;
    }

    @Test
    void batchesRequestsThatArriveDuringABatchInOrderOfArrival() throws Exception {
        Caller first = submitFirst();
        List<Caller> others = List.of(submitWaiting("a"), submitWaiting("b"), submitWaiting("c"));
        released.release();
        assertThat(first.response()).isEqualTo("1!");
        assertThat(batches.take()).containsExactly("a", "b", "c");
        released.release();
        assertThat(others.get(0).response()).isEqualTo("a!");
        assertThat(others.get(1).response()).isEqualTo("b!");
        assertThat(others.get(2).response()).isEqualTo("c!");
        assertNoLanes();
    }

    /** The largest size is 4; a larger request runs alone. */
    @Test
    void limitsTheSizeOfABatch() throws Exception {
        submitFirst();
        for (String request : List.of("aaa", "b", "c", "ddddd")) {
            submitWaiting(request);
        }
        released.release(4);
        assertThat(batches.take()).containsExactly("aaa", "b");
        assertThat(batches.take()).containsExactly("c");
        assertThat(batches.take()).containsExactly("ddddd");
        assertNoLanes();
    }

    @Test
    void gathersTheCallersOfABatchInTheNextOne() throws Exception {
        var gathering = new Batcher<String, String, String>(
                4,
                CAPACITY,
                String::length,
                (key, requests) -> responses(requests),
                e -> true,
                took -> Duration.ofMinutes(1).toNanos());
        Caller first = new Caller(() -> gathering.submit("lane", "1"));
        assertThat(batches.take()).containsExactly("1");
        Caller a = submitWaiting(gathering, "a");
        Caller b = submitWaiting(gathering, "b");
        // A batch of one request does not gather.
        released.release();
        assertThat(first.response()).isEqualTo("1!");
        assertThat(batches.take()).containsExactly("a", "b");
        Caller c = submitWaiting(gathering, "c");
        released.release();
        assertThat(a.response() + b.response()).isEqualTo("a!b!");
        // Two callers may come back, and one waits.
        submitWaiting(gathering, "d");
        Caller e = new Caller(() -> gathering.submit("lane", "e"));
        assertThat(batches.take()).containsExactly("c", "d", "e");
        released.release();
        assertThat(c.response() + e.response()).isEqualTo("c!e!");
    }

    @Test
    void runsLanesIndependently() throws Exception {
        submitFirst();
        Caller other = new Caller(() -> batcher.submit("other lane", "2"));
        assertThat(batches.take()).containsExactly("2");
        assertThat(batcher.lanes()).isEqualTo(2);
        released.release(2);
        assertThat(other.response()).isEqualTo("2!");
        assertNoLanes();
    }

    @Test
    void usesAnotherLaneWhileItsOwnIsIdle() throws Exception {
        Caller shared = new Caller(() -> batcher.submit("lane", "shared lane", "1"));
        assertThat(batches.take()).containsExactly("1");
        Caller own = submitFirst();
        Caller a = new Caller(() -> batcher.submit("lane", "shared lane", "a"));
        Until.holds(() -> batcher.waiting() == 1);
        Caller b = new Caller(() -> batcher.submit("idle lane", "shared lane", "b"));
        released.release(4);
        assertThat(List.of(batches.take(), batches.take())).containsExactlyInAnyOrder(List.of("a"), List.of("b"));
        assertThat(shared.response() + own.response() + a.response() + b.response())
                .isEqualTo("1!1!a!b!");
        assertNoLanes();
    }

    @Test
    void rejectsRequestsBeyondHalfTheCapacityInALane() throws Exception {
        Caller first = submitFirst();
        Caller waits = submitWaiting("0123456789");
        assertFull("lane", 10);
        released.release(2);
        assertThat(first.response() + waits.response()).isEqualTo("1!0123456789!");
        assertNoLanes();
        // A request that runs at once does not wait.
        released.release();
        assertThat(batcher.submit("lane", "0123456789+")).endsWith("+!");
    }

    @Test
    void rejectsRequestsBeyondTheCapacityOfAllLanes() throws Exception {
        List<Caller> callers = new ArrayList<>();
        for (String lane : List.of("a", "b", "c")) {
            callers.add(new Caller(() -> batcher.submit(lane, "1")));
            assertThat(batches.take()).containsExactly("1");
        }
        for (String lane : List.of("a", "b")) {
            int before = batcher.waiting();
            callers.add(new Caller(() -> batcher.submit(lane, "0123456789")));
            Until.holds(() -> batcher.waiting() == before + 10);
        }
        assertFull("c", CAPACITY);
        released.release(callers.size());
        for (Caller caller : callers) {
            assertThat(caller.response()).endsWith("!");
        }
        assertNoLanes();
    }

    private void assertFull(String lane, int limit) {
        assertThatThrownBy(() -> batcher.submit(lane, "x"))
                .isInstanceOfSatisfying(QueueFullException.class, full -> assertThat(full.limit())
                        .isEqualTo(limit));
    }

    @Test
    void failsOnlyTheRequestThatCausesTheFailure() throws Exception {
        submitFirst();
        List<Caller> others = List.of(submitWaiting("a"), submitWaiting("bad"), submitWaiting("c"));
        released.release(5);
        assertThat(batches.take()).containsExactly("a", "bad");
        assertThat(batches.take()).containsExactly("a");
        assertThat(batches.take()).containsExactly("bad");
        assertThat(others.get(0).response()).isEqualTo("a!");
        assertThatThrownBy(others.get(1)::response)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("bad");
        assertThat(others.get(2).response()).isEqualTo("c!");
        assertNoLanes();
    }

    @Test
    void failsAllRequestsIfTheFailureIsNotIsolated() throws Exception {
        submitFirst();
        List<Caller> others = List.of(submitWaiting("a"), submitWaiting("all"));
        released.release(2);
        for (Caller other : others) {
            assertThatThrownBy(other::response).hasRootCauseMessage("all");
        }
        assertNoLanes();
    }

    @Test
    void removesAWaitingRequestThatIsInterrupted() throws Exception {
        submitFirst();
        Caller leaves = submitWaiting("a");
        Caller stays = submitWaiting("b");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::response).hasCauseInstanceOf(InterruptedException.class);
        assertThat(batcher.waiting()).isOne();
        released.release(2);
        assertThat(batches.take()).containsExactly("b");
        assertThat(stays.response()).isEqualTo("b!");
        assertNoLanes();
    }

    @Test
    void answersOtherRequestsOfABatchAfterAnInterrupt() throws Exception {
        submitFirst();
        Caller leaves = submitWaiting("a");
        Caller stays = submitWaiting("b");
        released.release();
        assertThat(batches.take()).containsExactly("a", "b");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::response).hasCauseInstanceOf(InterruptedException.class);
        released.release();
        assertThat(stays.response()).isEqualTo("b!");
        assertNoLanes();
    }

    @Test
    void interruptsABatchWithoutCallersButNotTheNext() throws Exception {
        Caller leaves = submitFirst();
        Caller next = submitWaiting("a");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::response).hasCauseInstanceOf(InterruptedException.class);
        assertThat(batches.take()).containsExactly("interrupted");
        assertThat(batches.take()).containsExactly("a");
        released.release();
        assertThat(next.response()).isEqualTo("a!");
        assertNoLanes();
    }

    @Test
    void doesNotRepeatAnInterruptedRequestAlone() throws Exception {
        submitFirst();
        Caller leaves = submitWaiting("a");
        Caller bad = submitWaiting("bad");
        released.release();
        assertThat(batches.take()).containsExactly("a", "bad");
        leaves.thread.interrupt();
        assertThatThrownBy(leaves::response).hasCauseInstanceOf(InterruptedException.class);
        released.release(2);
        assertThat(batches.take()).containsExactly("bad");
        assertThatThrownBy(bad::response).hasRootCauseMessage("bad");
        assertNoLanes();
    }

    private void assertNoLanes() {
        Until.holds(() -> batcher.lanes() == 0);
        assertThat(batcher.waiting()).isZero();
    }
}
