package laurel.lifecycle;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import laurel.Serving;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.lifecycle.Due.Step;
import laurel.lifecycle.Finalizer.Outcome;
import laurel.window.SeasonStarter;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Once a second, on every node, does what is due: in the order in which it fell due, each board's without a gap. */
@Singleton
@Serving
public class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** Steps that one look finds. */
    private static final int MOST = 1_000;

    /** What PostgreSQL says where a transaction meets a change of after its snapshot. */
    private static final String CHANGED_MEANWHILE = "40001";

    private final Jdbi jdbi;
    private final Leaderboards leaderboards;
    private final DueRepository repository;
    private final List<SeasonStarter> seasons;
    private final Finalizer finalizer;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Timer finalizing;
    private final AtomicInteger waiting = new AtomicInteger();

    Lifecycle(
            Jdbi jdbi,
            Leaderboards leaderboards,
            DueRepository repository,
            List<SeasonStarter> seasons,
            Finalizer finalizer,
            Clock clock,
            MeterRegistry meters) {
        this.jdbi = jdbi;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.seasons = seasons;
        this.finalizer = finalizer;
        this.clock = clock;
        this.meters = meters;
        this.finalizing = Timer.builder("laurel.finalize")
                .description("Storing the ranks of a window")
                .register(meters);
        Gauge.builder("laurel.windows.due", waiting, AtomicInteger::get)
                .description("Windows that are to be final, or final anew, and are not yet; up to " + MOST)
                .register(meters);
    }

    @Scheduled(fixedDelay = "${laurel.lifecycle.every:1s}", initialDelay = "0s")
    @ExecuteOn(TaskExecutors.BLOCKING)
    void run() {
        try {
            run(clock.instant());
        } catch (RuntimeException e) {
            LOG.warn("Could not look for windows that are due; the next run tries again", e);
        }
    }

    /** Does what is due at this moment, unless another node is at it. */
    public void run(Instant now) {
        Set<Integer> left = new HashSet<>();
        List<Due> due = look(now, left);
        due.stream().filter(one -> one.step() == Step.START).forEach(one -> start(one, now));
        List<Due> windows = windows(due);
        while (!windows.isEmpty()) {
            windows.forEach(one -> take(one, left, now));
            windows = windows(look(now, left));
        }
        waiting.addAndGet(left.size());
    }

    private List<Due> look(Instant now, Set<Integer> left) {
        List<Due> due = jdbi.withHandle(handle -> repository.due(handle, now, left, MOST));
        waiting.set(windows(due).size());
        return due;
    }

    private static List<Due> windows(List<Due> due) {
        return due.stream().filter(one -> one.step() != Step.START).toList();
    }

    private void start(Due due, Instant now) {
        try {
            Leaderboard board =
                    leaderboards.byIds(due.appId(), Set.of(due.leaderboardId())).get(due.leaderboardId());
            if (board != null) {
                seasons.forEach(starter -> starter.startDue(board, now));
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not start the season of leaderboard {}; the next run tries again", due.leaderboardId(), e);
        }
    }

    /** What cannot be done now leaves all of its board for the next run: a board's windows become final in their order. */
    private void take(Due due, Set<Integer> left, Instant now) {
        int board = due.leaderboardId();
        if (left.contains(board)) {
            return;
        }
        try {
            if (due.step() == Step.CLOSE) {
                finalizer.close(due.appId(), board, now);
            }
            Timer.Sample sample = Timer.start(meters);
            if (finalizer.finalizeNext(board, now) == Outcome.DONE) {
                sample.stop(finalizing);
            } else {
                left.add(board);
            }
        } catch (RuntimeException e) {
            left.add(board);
            if (changedMeanwhile(e)) {
                LOG.debug("A window of leaderboard {} was corrected while it was finalised", board);
            } else {
                LOG.warn("Could not finalise windows of leaderboard {}; the next run tries again", board, e);
            }
        }
    }

    private static boolean changedMeanwhile(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof SQLException sql && CHANGED_MEANWHILE.equals(sql.getSQLState()));
    }
}
