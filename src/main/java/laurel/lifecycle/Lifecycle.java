package laurel.lifecycle;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
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
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.lifecycle.DueRepository.Board;
import laurel.lifecycle.Finalizer.Outcome;
import laurel.window.SeasonStarter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Once a second, on every node, does what is due: in the order in which it fell due, each board's without a gap. */
@Singleton
@Serving
public class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** What one look finds. */
    private static final int MOST = 1_000;

    /**
     * What PostgreSQL says where a transaction meets a change of after its snapshot, or a row that another has added
     * since.
     */
    private static final Set<String> CHANGED_MEANWHILE = Set.of("40001", "23505");

    private final Leaderboards leaderboards;
    private final DueRepository repository;
    private final List<SeasonStarter> seasons;
    private final Finalizer finalizer;
    private final Clock clock;
    private final ClockDrift drift;
    private final MeterRegistry meters;
    private final Timer finalizing;
    private final AtomicInteger waiting = new AtomicInteger();

    Lifecycle(
            Leaderboards leaderboards,
            DueRepository repository,
            List<SeasonStarter> seasons,
            Finalizer finalizer,
            Clock clock,
            ClockDrift drift,
            MeterRegistry meters) {
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.seasons = seasons;
        this.finalizer = finalizer;
        this.clock = clock;
        this.drift = drift;
        this.meters = meters;
        this.finalizing = Timer.builder("laurel.finalize")
                .description("Storing the ranks of a window")
                .register(meters);
        Gauge.builder("laurel.windows.due", waiting, AtomicInteger::get)
                .description("Windows that are due to become final, or to have a new revision; up to " + MOST)
                .register(meters);
    }

    @Scheduled(fixedDelay = "${laurel.lifecycle.every:1s}", initialDelay = "0s")
    @Periodic("close windows that are due")
    void begin() {
        begin(clock.instant());
    }

    /** Apart from {@link #begin()}, because one window may take minutes. */
    @Scheduled(fixedDelay = "${laurel.lifecycle.every:1s}", initialDelay = "0s")
    @Periodic("finalise windows that are due")
    void finish() {
        finish(clock.instant());
    }

    /** Does what is due at this moment, unless another node is at it. */
    public void run(Instant now) {
        begin(now);
        finish(now);
    }

    /** Starts the seasons and closes the windows that are due. */
    private void begin(Instant now) {
        if (!drift.agrees()) {
            return;
        }
        repository.starting(now, MOST).forEach(board -> start(board, now));
        Set<Board> seen = new HashSet<>();
        for (List<Board> due = closing(seen, now); !due.isEmpty(); due = closing(seen, now)) {
            due.stream().filter(seen::add).forEach(board -> close(board, now));
        }
    }

    private List<Board> closing(Set<Board> left, Instant now) {
        return repository.closing(now, ids(left), MOST);
    }

    /** Stores the ranks of the windows that are closed. */
    private void finish(Instant now) {
        Set<Board> left = new HashSet<>();
        for (List<Board> due = finalizing(left); !due.isEmpty(); due = finalizing(left)) {
            waiting.set(due.size());
            due.stream().filter(board -> !left.contains(board)).forEach(board -> store(board, left, now));
        }
        waiting.set(left.isEmpty() ? 0 : finalizing(Set.of()).size());
    }

    private List<Board> finalizing(Set<Board> left) {
        return repository.finalizing(ids(left), MOST);
    }

    private static List<Integer> ids(Set<Board> boards) {
        return boards.stream().map(Board::id).toList();
    }

    private void start(Board due, Instant now) {
        try {
            Leaderboard board =
                    leaderboards.byIds(due.appId(), Set.of(due.id())).get(due.id());
            if (board != null) {
                seasons.forEach(starter -> starter.startDue(board, now));
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not start the season of leaderboard {}; the next run tries again", due.id(), e);
        }
    }

    private void close(Board board, Instant now) {
        try {
            finalizer.close(board.appId(), board.id(), now);
        } catch (RuntimeException e) {
            LOG.warn("Could not close windows of leaderboard {}; the next run tries again", board.id(), e);
        }
    }

    /** What cannot be done now leaves all of its board for the next run: a board's windows become final in their order. */
    private void store(Board board, Set<Board> left, Instant now) {
        try {
            Timer.Sample sample = Timer.start(meters);
            if (finalizer.finalizeNext(board.id(), now) == Outcome.DONE) {
                sample.stop(finalizing);
            } else {
                left.add(board);
            }
        } catch (RuntimeException e) {
            left.add(board);
            if (changedMeanwhile(e)) {
                LOG.debug("A window of leaderboard {} changed while it was finalised", board.id());
            } else {
                LOG.warn("Could not finalise windows of leaderboard {}; the next run tries again", board.id(), e);
            }
        }
    }

    private static boolean changedMeanwhile(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof SQLException sql && CHANGED_MEANWHILE.contains(sql.getSQLState()));
    }
}
