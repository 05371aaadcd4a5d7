package laurel.database;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets what many callers ask for at the same time be worked on together. There is a lane for each key; in it one turn
 * follows the other: whatever arrives while a turn is worked on waits, and is the next turn, in order of arrival. There
 * is no timer: who finds the lane empty is worked on at once, alone.
 *
 * <p>A turn runs on a virtual thread of the lane, never on that of a caller, so a caller that is interrupted breaks nothing:
 * if its turn has not come, it leaves; if it has, the others get their answers, and the turn itself is interrupted only
 * once all of its callers are gone. A lane that has nothing left to do is gone, thread and all.
 *
 * @param <K> tells lanes apart
 * @param <T> what one caller asks for
 * @param <R> what it gets
 */
public final class Batcher<K, T, R> {
    private final int most;
    private final int room;
    private final ToIntFunction<T> size;
    private final Work<K, T, R> work;
    private final Predicate<Throwable> ofOne;
    // Guarded by this, as is all that changes in a lane; nothing is waited for under that lock.
    private final Map<K, Lane> lanes = new HashMap<>();
    private int waiting;

    /**
     * What is done for those who are gathered.
     *
     * @param <K> tells lanes apart
     * @param <T> what one caller asks for
     * @param <R> what it gets
     */
    @FunctionalInterface
    public interface Work<K, T, R> {
        /** An answer to each, in the same order. */
        List<R> answers(K key, List<T> asked);
    }

    /** Works on the items of all requests at once, and gives each request the answers to its own, in the same order. */
    public static <I, A> List<List<A>> apart(List<List<I>> requests, Function<List<I>, List<A>> together) {
        List<A> all = together.apply(requests.stream().flatMap(List::stream).toList());
        List<List<A>> answers = new ArrayList<>();
        int next = 0;
        for (List<I> request : requests) {
            answers.add(all.subList(next, next + request.size()));
            next += request.size();
        }
        return answers;
    }

    /** There is no room to wait; nothing was done. */
    public static final class FullException extends RuntimeException {
        FullException(int room) {
            super("more than " + room + " are waiting", null, false, false);
        }
    }

    /**
     * Gathers for this work.
     *
     * @param most  how much is worked on in one turn, at most; what is larger by itself has a turn of its own
     * @param room  how much waits, at most, in all lanes together; what is being worked on does not wait
     * @param size  how much one caller's part is
     * @param ofOne whether a failed turn did nothing and may be the fault of one of its parts alone: then each part has a
     * turn of
     *     its own, and fails or succeeds by itself. Otherwise all of its callers get the failure
     */
    public Batcher(int most, int room, ToIntFunction<T> size, Work<K, T, R> work, Predicate<Throwable> ofOne) {
        this.most = most;
        this.room = room;
        this.size = size;
        this.work = work;
        this.ofOne = ofOne;
    }

    /**
     * The answer to this, once its turn has been worked on; what that threw is thrown. Throws {@link FullException} at once
     * where there is no room to wait.
     *
     * @throws InterruptedException if interrupted while waiting; if the turn had come, the work may or may not be done
     */
    public R ask(K key, T part) throws InterruptedException {
        Asked<T, R> asked = new Asked<>(part, size.applyAsInt(part), new CompletableFuture<>());
        Lane lane = join(key, asked);
        try {
            return asked.answer.get();
        } catch (InterruptedException e) {
            lane.leave(asked);
            throw e;
        } catch (ExecutionException e) {
            throw asThrown(e.getCause());
        }
    }

    /** How much waits for its turn. */
    public synchronized int waiting() {
        return waiting;
    }

    /** How many lanes there are. */
    synchronized int lanes() {
        return lanes.size();
    }

    private synchronized Lane join(K key, Asked<T, R> asked) {
        Lane lane = lanes.get(key);
        if (lane == null) {
            lane = new Lane(key, asked);
            lanes.put(key, lane);
            lane.worker.start();
        } else if (waiting + asked.size > room) {
            throw new FullException(room);
        } else {
            lane.queue.add(asked);
            waiting += asked.size;
        }
        return lane;
    }

    private static RuntimeException asThrown(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }

    // Not a record: two that are equal are two.
    private static final class Asked<T, R> {
        final T part;
        final int size;
        final CompletableFuture<R> answer;

        Asked(T part, int size, CompletableFuture<R> answer) {
            this.part = part;
            this.size = size;
            this.answer = answer;
        }
    }

    private final class Lane {
        final K key;
        final Deque<Asked<T, R>> queue = new ArrayDeque<>();
        final Thread worker = Thread.ofVirtual().name("gathering").unstarted(this::run);
        /** Those of the turn whose callers still want an answer. */
        final List<Asked<T, R>> awaited = new ArrayList<>();

        private List<Asked<T, R>> turn;

        Lane(K key, Asked<T, R> first) {
            this.key = key;
            this.turn = List.of(first);
            awaited.add(first);
        }

        void run() {
            while (!turn.isEmpty()) {
                work(turn);
                turn = next();
            }
        }

        private void work(List<Asked<T, R>> together) {
            try {
                answer(together);
            } catch (Throwable e) { // Of any kind: nobody may wait for ever.
                if (together.size() > 1 && ofOne.test(e)) {
                    together.forEach(one -> work(onItsOwn(one)));
                } else {
                    together.forEach(one -> one.answer.completeExceptionally(e));
                }
            }
        }

        private void answer(List<Asked<T, R>> together) {
            if (together.isEmpty()) {
                return;
            }
            List<R> answers =
                    work.answers(key, together.stream().map(one -> one.part).toList());
            if (answers.size() != together.size()) {
                throw new IllegalStateException(answers.size() + " answers to " + together.size());
            }
            for (int n = 0; n < answers.size(); n++) {
                together.get(n).answer.complete(answers.get(n));
            }
        }

        /** Empty where its caller is gone. */
        private List<Asked<T, R>> onItsOwn(Asked<T, R> one) {
            synchronized (Batcher.this) {
                return begin(one.answer.isCancelled() ? List.of() : List.of(one));
            }
        }

        /** Those who are next; where there are none, this lane is gone. */
        private List<Asked<T, R>> next() {
            synchronized (Batcher.this) {
                List<Asked<T, R>> next = new ArrayList<>();
                int left = most;
                for (var one = queue.peek(); one != null && (next.isEmpty() || one.size <= left); one = queue.peek()) {
                    next.add(queue.remove());
                    left -= one.size;
                    waiting -= one.size;
                }
                if (next.isEmpty()) {
                    lanes.remove(key);
                }
                return begin(next);
            }
        }

        /** By the worker itself. */
        private List<Asked<T, R>> begin(List<Asked<T, R>> next) {
            awaited.clear();
            awaited.addAll(next);
            // Meant for the turn before, all of whose callers had gone.
            Thread.interrupted();
            return next;
        }

        void leave(Asked<T, R> one) {
            synchronized (Batcher.this) {
                one.answer.cancel(false);
                if (queue.remove(one)) {
                    waiting -= one.size;
                } else if (awaited.remove(one) && awaited.isEmpty()) {
                    worker.interrupt();
                }
            }
        }
    }
}
