package laurel.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates due rankings in parts, a few of them at the same time. Each part is read in one snapshot, and emits as soon as it
 * is read, so a slow ranking delays only the others of its part.
 */
final class EvaluationLanes {
    private static final Logger LOG = LoggerFactory.getLogger(EvaluationLanes.class);

    /** Rankings of a part. Each part costs a few statements, however many rankings it has. */
    static final int PART = 32;

    /** Parts at the same time. Each uses a connection. */
    private static final int LANES = 3;

    private final RetryingEvaluation evaluation;
    private final Semaphore free = new Semaphore(LANES, true);
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("live-", 0).factory());

    EvaluationLanes(RetryingEvaluation evaluation) {
        this.evaluation = evaluation;
    }

    void stop() {
        executor.shutdownNow();
    }

    /** Starts the evaluation of rankings. The action runs when a part of them is evaluated. */
    void start(List<LiveRanking> due, Instant now, Consumer<List<LiveRanking>> onEnd) {
        for (List<LiveRanking> part : parts(due)) {
            try {
                executor.execute(() -> runInLane(part, now, onEnd));
            } catch (RejectedExecutionException stopping) {
                onEnd.accept(part);
            }
        }
    }

    /** Evaluates rankings. */
    void run(List<LiveRanking> due, Instant now, Consumer<List<LiveRanking>> onEnd) {
        parts(due).forEach(part -> run(part, onEnd, now));
    }

    private void runInLane(List<LiveRanking> part, Instant now, Consumer<List<LiveRanking>> onEnd) {
        try {
            free.acquire();
        } catch (InterruptedException stopping) {
            onEnd.accept(part);
            return;
        }
        try {
            run(part, onEnd, now);
        } finally {
            free.release();
        }
    }

    private void run(List<LiveRanking> part, Consumer<List<LiveRanking>> onEnd, Instant now) {
        try {
            evaluation.run(part, now);
        } catch (Throwable e) {
            LOG.error("Could not evaluate followed rankings", e);
            part.forEach(LiveRanking::setPending);
        } finally {
            onEnd.accept(part);
        }
    }

    /** Parts of nearly equal size, with the rankings of a leaderboard next to each other: they share the read of its changes. */
    private static List<List<LiveRanking>> parts(List<LiveRanking> due) {
        List<LiveRanking> byBoard = due.stream()
                .sorted(Comparator.comparingInt(live -> live.followed().leaderboardId()))
                .toList();
        int count = Math.ceilDiv(byBoard.size(), PART);
        List<List<LiveRanking>> parts = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            parts.add(byBoard.subList(byBoard.size() * n / count, byBoard.size() * (n + 1) / count));
        }
        return parts;
    }
}
