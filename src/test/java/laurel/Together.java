package laurel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Runs tasks in parallel, each on a virtual thread. */
public final class Together {
    private static final int SECONDS = 180;

    private Together() {}

    /** Waits for another thread. Fails after three minutes. */
    public static void await(CountDownLatch latch) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not within " + SECONDS + " s");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts {@code count} tasks at the same time, and returns their results in order. Fails with the first failure,
     * or after three minutes.
     *
     * @param task the task for each number, from 0
     */
    public static <T> List<T> all(int count, IntFunction<T> task) {
        CountDownLatch ready = new CountDownLatch(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                Callable<T> call = () -> {
                    ready.countDown();
                    ready.await();
                    return task.apply(number);
                };
                running.add(threads.submit(call));
            }
            try {
                List<T> results = new ArrayList<>();
                for (Future<T> one : running) {
                    results.add(one.get(SECONDS, TimeUnit.SECONDS));
                }
                return results;
            } finally {
                // Closing waits for all tasks, so cancel them first.
                threads.shutdownNow();
            }
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
