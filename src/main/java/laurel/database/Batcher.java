package laurel.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Combines requests of concurrent callers into batches. Each key has a lane, which runs one batch at a time. Requests that
 * arrive while a batch runs wait and become the next batch, in order of arrival. A request that finds its lane idle runs at once,
 * alone. A lane may wait a moment for the callers of its last batch to send their next requests.
 *
 * <p>A batch runs on a virtual thread of the lane, not on the thread of a caller, so an interrupted caller does not disturb
 * others. A request that still waits is removed. A running batch goes on for its other callers, and is interrupted once all
 * of its callers have been interrupted. A lane without requests is removed, and its thread ends.
 *
 * @param <K> key of a lane
 * @param <T> request of one caller
 * @param <R> response to a request
 */
public final class Batcher<K, T, R> {
    /** Lanes wait for the callers of their last batch for a quarter of the time that it took, at most 5 ms. */
    public static final LongUnaryOperator GATHERING = took -> Math.min(took / 4, 5_000_000);

    private final int maxSize;
    private final int capacity;
    private final int laneCapacity;
    private final ToIntFunction<T> size;
    private final Work<K, T, R> work;
    private final Predicate<Throwable> isolate;
    private final LongUnaryOperator gathering;
    // Guarded by this, like the mutable state of the lanes. Nothing blocks while it holds this lock.
    private final Map<K, Lane> lanes = new HashMap<>();
    private int waiting;

    /** Runs a batch of a lane. */
    @FunctionalInterface
    public interface Work<K, T, R> {
        /** Returns one response per request, in the same order. */
        List<R> run(K key, List<T> requests);
    }

    /** Processes the items of all requests together, and returns the results of each request, in the order of its items. */
    public static <I, A> List<List<A>> splitResults(List<List<I>> requests, Function<List<I>, List<A>> process) {
        List<A> all = process.apply(requests.stream().flatMap(List::stream).toList());
        List<List<A>> results = new ArrayList<>();
        int next = 0;
        for (List<I> request : requests) {
            results.add(all.subList(next, next + request.size()));
            next += request.size();
        }
        return results;
    }

    /**
     * Creates a batcher.
     *
     * @param maxSize  largest size of a batch; a request that is larger runs alone
     * @param capacity largest size of all requests that wait, without running ones; half of it, but at least a batch, in one lane
     * @param size     returns the size of a request
     * @param isolate  whether a failed batch had no effect and one request may be the cause. Then each request runs again
     *     alone. Otherwise all callers of the batch get the failure
     * @param gathering how long lanes wait for the callers of their last batch, in nanoseconds, by the time that the batch took
     */
    public Batcher(
            int maxSize,
            int capacity,
            ToIntFunction<T> size,
            Work<K, T, R> work,
            Predicate<Throwable> isolate,
            LongUnaryOperator gathering) {
        this.maxSize = maxSize;
        this.capacity = capacity;
        this.laneCapacity = Math.max(Math.ceilDiv(capacity, 2), Math.min(capacity, maxSize));
        this.size = size;
        this.work = work;
        this.isolate = isolate;
        this.gathering = gathering;
    }

    /**
     * Runs a request in a batch of its lane, and returns its response or throws its failure.
     *
     * @throws QueueFullException if the request would have to wait and too many requests wait
     * @throws InterruptedException if interrupted while waiting; a request in a running batch may or may not take effect
     */
    public R submit(K key, T request) throws InterruptedException {
        return start(key, request).await();
    }

    /** Does the same, in a batch of another lane if its own lane is idle and the other one is not full. */
    public R submit(K own, K other, T request) throws InterruptedException {
        return submit(isPreferred(own, other, size.applyAsInt(request)) ? own : other, request);
    }

    private synchronized boolean isPreferred(K own, K other, int requested) {
        Lane lane = lanes.get(other);
        return lanes.containsKey(own) || (lane != null && lane.queue.size() + requested > laneCapacity);
    }

    /** Does the same, but runs a request that finds its lane idle on this thread, whose interrupt then stops it. */
    public R submitOrRun(K key, T request) throws InterruptedException {
        BatchedRequest<T, R> own = new BatchedRequest<>(request, size.applyAsInt(request));
        Lane lane = join(key, own);
        if (lane.isFirst(own)) {
            lane.runFirst();
        } else {
            own.onLeave(lane::leave);
        }
        return own.await();
    }

    /**
     * Starts a request in a batch of its lane, and returns it before it has run.
     *
     * @throws QueueFullException as {@link #submit} does
     */
    public BatchedRequest<T, R> start(K key, T request) {
        BatchedRequest<T, R> started = new BatchedRequest<>(request, size.applyAsInt(request));
        Lane lane = join(key, started);
        started.onLeave(lane::leave);
        if (lane.isFirst(started)) {
            lane.worker.start();
        }
        return started;
    }

    /** Total size of the requests that wait. */
    public synchronized int waiting() {
        return waiting;
    }

    /** Number of lanes. */
    synchronized int lanes() {
        return lanes.size();
    }

    private synchronized Lane join(K key, BatchedRequest<T, R> request) {
        Lane lane = lanes.get(key);
        if (lane == null) {
            lane = new Lane(key, request);
            lanes.put(key, lane);
        } else if (lane.queue.size() + request.size > laneCapacity) {
            throw new QueueFullException(laneCapacity);
        } else if (waiting + request.size > capacity) {
            throw new QueueFullException(capacity);
        } else {
            lane.queue.add(request);
            waiting += request.size;
            if (lane.queue.count() == lane.expected) {
                LockSupport.unpark(lane.worker);
            }
        }
        return lane;
    }

    private final class Lane {
        final K key;
        final WaitingRequests<T, R> queue = new WaitingRequests<>();
        final Thread worker = Thread.ofVirtual().name("batcher").unstarted(this::run);
        /** Requests of the running batch that still have a caller. */
        final List<BatchedRequest<T, R>> awaited = new ArrayList<>();

        private final BatchedRequest<T, R> first;
        private List<BatchedRequest<T, R>> batch;
        /** Number of requests that the worker gathers. */
        private int expected;

        Lane(K key, BatchedRequest<T, R> first) {
            this.key = key;
            this.first = first;
            this.batch = List.of(first);
            awaited.add(first);
        }

        boolean isFirst(BatchedRequest<T, R> request) {
            return request == first;
        }

        /** Runs the first request on this thread. The worker runs those that wait. */
        void runFirst() {
            runAndComplete(batch);
            batch = next();
            if (!batch.isEmpty()) {
                worker.start();
            }
        }

        void run() {
            while (!batch.isEmpty()) {
                long began = System.nanoTime();
                runAndComplete(batch);
                gather(batch.size(), gathering.applyAsLong(System.nanoTime() - began));
                batch = next();
            }
        }

        /**
         * Waits for the callers of the last batch, which may send their next requests now. Otherwise two groups of callers would
         * take turns, in batches of half the size.
         */
        private void gather(int callers, long nanos) {
            long end = System.nanoTime() + nanos;
            synchronized (Batcher.this) {
                expected = callers < 2 ? 0 : callers + queue.count();
            }
            for (long left = nanos; left > 0 && isIncomplete(); left = end - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
        }

        private boolean isIncomplete() {
            synchronized (Batcher.this) {
                return queue.count() < expected && !Thread.currentThread().isInterrupted();
            }
        }

        private void runAndComplete(List<BatchedRequest<T, R>> requests) {
            try {
                complete(requests);
            } catch (Throwable e) { // Errors too: otherwise callers would wait forever.
                if (requests.size() > 1 && isolate.test(e)) {
                    requests.forEach(request -> runAndComplete(alone(request)));
                } else {
                    requests.forEach(request -> request.response.completeExceptionally(e));
                }
            }
        }

        private void complete(List<BatchedRequest<T, R>> requests) {
            if (requests.isEmpty()) {
                return;
            }
            List<R> responses = work.run(
                    key, requests.stream().map(request -> request.value).toList());
            if (responses.size() != requests.size()) {
                throw new IllegalStateException(responses.size() + " responses to " + requests.size() + " requests");
            }
            for (int n = 0; n < responses.size(); n++) {
                requests.get(n).response.complete(responses.get(n));
            }
        }

        /** Starts a batch of one request; empty if its caller has been interrupted. */
        private List<BatchedRequest<T, R>> alone(BatchedRequest<T, R> request) {
            synchronized (Batcher.this) {
                return begin(request.response.isCancelled() ? List.of() : List.of(request));
            }
        }

        /** Starts the next batch. Removes the lane if no request waits. */
        private List<BatchedRequest<T, R>> next() {
            synchronized (Batcher.this) {
                List<BatchedRequest<T, R>> next = queue.take(maxSize);
                waiting -= next.stream().mapToInt(request -> request.size).sum();
                if (next.isEmpty()) {
                    lanes.remove(key);
                }
                return begin(next);
            }
        }

        private List<BatchedRequest<T, R>> begin(List<BatchedRequest<T, R>> requests) {
            awaited.clear();
            awaited.addAll(requests);
            if (Thread.currentThread() == worker) {
                // An interrupt that arrived late was for the previous batch.
                Thread.interrupted();
            }
            return requests;
        }

        void leave(BatchedRequest<T, R> request) {
            synchronized (Batcher.this) {
                request.response.cancel(false);
                if (queue.remove(request)) {
                    waiting -= request.size;
                } else if (awaited.remove(request) && awaited.isEmpty()) {
                    worker.interrupt();
                }
            }
        }
    }
}
