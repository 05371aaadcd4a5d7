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
 * Lets so many large answers be made and sent at once, and has the others wait. Apps take turns, and where there is room for
 * more than one answer no app takes all of it.
 */
@Singleton
final class LargeResponseLimiter {
    private static final long MEMORY_OF_ONE = 256L << 20;
    private static final int MOST_BY_MEMORY = 16;

    private final int most;
    private final Map<Integer, Integer> entered = new HashMap<>();
    /** Those that wait, of each app; the app whose turn is next comes first. */
    private final Map<Integer, Queue<CountDownLatch>> waiting = new LinkedHashMap<>();

    private int all;

    /** @param most 0 is one for each 256 MB of the heap, 1 to 16 */
    @Inject
    LargeResponseLimiter(@Value("${laurel.limits.large-responses:0}") int most) {
        this.most = most > 0 ? most : byMemory(Runtime.getRuntime().maxMemory());
    }

    static int byMemory(long heap) {
        return Math.clamp(heap / MEMORY_OF_ONE, 1, MOST_BY_MEMORY);
    }

    /** Waits until one more answer of this app may be made. */
    void enter(int app) throws InterruptedException {
        var turn = new CountDownLatch(1);
        synchronized (this) {
            waiting.computeIfAbsent(app, key -> new ArrayDeque<>()).add(turn);
            admit();
        }
        try {
            turn.await();
        } catch (InterruptedException e) {
            giveUp(app, turn);
            throw e;
        }
    }

    synchronized void leave(int app) {
        all--;
        entered.merge(app, -1, (count, less) -> count + less == 0 ? null : count + less);
        admit();
    }

    /** How many wait. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    private synchronized void giveUp(int app, CountDownLatch turn) {
        Queue<CountDownLatch> ofApp = waiting.get(app);
        if (ofApp == null || !ofApp.remove(turn)) {
            // It was its turn already.
            leave(app);
        } else if (ofApp.isEmpty()) {
            waiting.remove(app);
        }
    }

    private void admit() {
        while (all < most) {
            Integer app = next();
            if (app == null) {
                return;
            }
            Queue<CountDownLatch> ofApp = waiting.remove(app);
            CountDownLatch turn = ofApp.remove();
            if (!ofApp.isEmpty()) {
                waiting.put(app, ofApp);
            }
            all++;
            entered.merge(app, 1, Integer::sum);
            turn.countDown();
        }
    }

    private @Nullable Integer next() {
        int mostOfApp = Math.max(1, most - 1);
        for (Integer app : waiting.keySet()) {
            if (entered.getOrDefault(app, 0) < mostOfApp) {
                return app;
            }
        }
        return null;
    }

    /** That of one answer, which enters once it is large. */
    static final class Pass {
        private final LargeResponseLimiter answers;
        private final int app;
        private boolean entered;

        Pass(LargeResponseLimiter answers, int app) {
            this.answers = answers;
            this.app = app;
        }

        void enter() {
            try {
                answers.enter(app);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
            }
            synchronized (this) {
                entered = true;
            }
        }

        synchronized boolean entered() {
            return entered;
        }

        /** May be called more than once. */
        synchronized void leave() {
            if (entered) {
                entered = false;
                answers.leave(app);
            }
        }
    }
}
