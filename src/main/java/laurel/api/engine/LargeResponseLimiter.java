package laurel.api.engine;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of large responses that are computed and sent at once. Others wait. Apps take turns. If more than one
 * large response is allowed, no app occupies all permits.
 */
@Singleton
final class LargeResponseLimiter {
    private static final long HEAP_PER_RESPONSE = 256L << 20;
    private static final int MAX_BY_HEAP = 16;

    private final int permits;
    private final Map<Integer, Integer> heldByApp = new HashMap<>();
    /** Waiting responses by app. The next app comes first. */
    private final Map<Integer, Queue<CountDownLatch>> waiting = new LinkedHashMap<>();

    private int held;

    /** @param permits 0 for one per 256 MB of heap, from 1 to 16 */
    @Inject
    LargeResponseLimiter(@Value("${laurel.limits.large-responses:0}") int permits) {
        this.permits = permits > 0 ? permits : byHeap(Runtime.getRuntime().maxMemory());
    }

    static int byHeap(long heap) {
        return Math.clamp(heap / HEAP_PER_RESPONSE, 1, MAX_BY_HEAP);
    }

    /** Waits for a permit. */
    void acquire(int app) throws InterruptedException {
        var turn = new CountDownLatch(1);
        synchronized (this) {
            waiting.computeIfAbsent(app, key -> new ArrayDeque<>()).add(turn);
            grant();
        }
        try {
            turn.await();
        } catch (InterruptedException e) {
            cancelWait(app, turn);
            throw e;
        }
    }

    synchronized void release(int app) {
        held--;
        heldByApp.merge(app, -1, (count, change) -> count + change == 0 ? null : count + change);
        grant();
    }

    /** The number of waiting responses. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    private synchronized void cancelWait(int app, CountDownLatch turn) {
        Queue<CountDownLatch> ofApp = waiting.get(app);
        if (ofApp == null || !ofApp.remove(turn)) {
            // The permit was granted already.
            release(app);
        } else if (ofApp.isEmpty()) {
            waiting.remove(app);
        }
    }

    private void grant() {
        while (held < permits) {
            Integer app = next();
            if (app == null) {
                return;
            }
            Queue<CountDownLatch> ofApp = waiting.remove(app);
            CountDownLatch turn = ofApp.remove();
            if (!ofApp.isEmpty()) {
                waiting.put(app, ofApp);
            }
            held++;
            heldByApp.merge(app, 1, Integer::sum);
            turn.countDown();
        }
    }

    private @Nullable Integer next() {
        int maxPerApp = Math.max(1, permits - 1);
        for (Integer app : waiting.keySet()) {
            if (heldByApp.getOrDefault(app, 0) < maxPerApp) {
                return app;
            }
        }
        return null;
    }

    /** The permit of one response, which acquires it when it becomes large. */
    static final class Permit {
        private final LargeResponseLimiter limiter;
        private final int app;
        private boolean held;

        Permit(LargeResponseLimiter limiter, int app) {
            this.limiter = limiter;
            this.app = app;
        }

        void acquire() {
            try {
                limiter.acquire(app);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping.", e);
            }
            synchronized (this) {
                held = true;
            }
        }

        synchronized boolean isHeld() {
            return held;
        }

        /** Does nothing if the permit is not held. */
        synchronized void release() {
            if (held) {
                held = false;
                limiter.release(app);
            }
        }
    }
}
