package laurel.lifecycle;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.Periodic;
import laurel.Serving;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.ClockDrift;
import laurel.database.connection.Outage;
import laurel.database.signal.Signals;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.lifecycle.DueRepository.DueWindow;
import laurel.lifecycle.DueRepository.LeaderboardRef;
import laurel.lifecycle.Finalizer.FinalizationOutcome;
import laurel.window.SeasonStarter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts seasons, closes windows and finalizes them when they are due, in order, once a second on every node. */
@Singleton
@Serving
public class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** Maximum number of windows and leaderboards that a query returns. */
    private static final int MAX_DUE = 1_000;

    /**
     * SQL states of a transaction that conflicts with a row that was changed or added after its snapshot.
     */
    private static final String[] CHANGED_MEANWHILE = {"40001", "23505"};

    /** Attempts to store the ranks of a window that fail because it is corrected meanwhile, before one under the lock. */
    private static final int UNLOCKED_ATTEMPTS = 3;

    private final Leaderboards leaderboards;
    private final DueRepository repository;
    private final List<SeasonStarter> seasons;
    private final Finalizer finalizer;
    private final Clock clock;
    private final ClockDrift drift;
    private final MeterRegistry meters;
    private final Timer finalizing;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<LeaderboardRef, Overtaken> overtaken = new ConcurrentHashMap<>();

    private final LeaderboardSignals changed = new LeaderboardSignals();
    private final Signals.Registration listening;

    /** Attempts of this node to make a window final that failed because it was corrected meanwhile. */
    private record Overtaken(long window, int attempts) {}

    Lifecycle(
            Leaderboards leaderboards,
            DueRepository repository,
            List<SeasonStarter> seasons,
            Finalizer finalizer,
            Clock clock,
            ClockDrift drift,
            Signals signals,
            MeterRegistry meters) {
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.seasons = seasons;
        this.finalizer = finalizer;
        this.clock = clock;
        this.drift = drift;
        this.meters = meters;
        this.finalizing = Timer.builder("laurel.finalize")
                .description("Time to store the ranks of a window")
                .register(meters);
        Gauge.builder("laurel.windows.due", waiting, AtomicInteger::get)
                .description("Windows that are due to be finalized or corrected; up to " + MAX_DUE)
                .register(meters);
        this.listening = signals.listenWithoutPolls(changed::add);
        changed.addAll();
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Periodic(value = "close windows that are due", every = "laurel.lifecycle.every:1s", first = "0s")
    void begin() {
        if (drift.agrees()) {
            Scope scope = changed.take().orElse(Scope.NONE);
            try {
                begin(clock.instant(), scope);
            } catch (RuntimeException e) {
                changed.addAll();
                throw e;
            }
        }
    }

    /** The next run needs no signal: signals can be lost. */
    @Periodic(value = "close windows that are due", every = "laurel.lifecycle.check-every:60s")
    void check() {
        changed.addAll();
    }

    /** Separate from {@link #begin()}, because a large window may take minutes. */
    @Periodic(value = "finalize windows that are due", every = "laurel.lifecycle.every:1s", first = "0s")
    void finish() {
        finish(clock.instant());
    }

    /** Does the work that is due now, except work that another node does. */
    public void run(Instant now) {
        if (drift.agrees()) {
            begin(now, Scope.ALL);
        }
        finish(now);
    }

    /**
     * Starts the seasons and closes the windows that are due.
     *
     * @param scope where to look for due windows of leaderboards with the SUBMISSIONS clock: what moves it is signalled
     */
    void begin(Instant now, Scope scope) {
        repository.starting(now, MAX_DUE).forEach(board -> start(board, now));
        closeDue(false, now);
        if (scope.all()) {
            closeDue(true, now);
        } else if (!scope.leaderboardIds().isEmpty()) {
            repository.closing(scope.leaderboardIds()).forEach(board -> close(board, now));
        }
    }

    /** Reads each window once: those that cannot be closed now would be read again and again. */
    private void closeDue(boolean awaiting, Instant now) {
        Set<LeaderboardRef> seen = new HashSet<>();
        List<DueWindow> due = repository.closing(now, awaiting, null, 0, MAX_DUE);
        while (!due.isEmpty()) {
            due.stream().map(DueWindow::board).filter(seen::add).forEach(board -> close(board, now));
            DueWindow last = due.getLast();
            due = repository.closing(now, awaiting, last.finalizesAt(), last.id(), MAX_DUE);
        }
    }

    /** Stores the ranks of the windows that are closed. */
    private void finish(Instant now) {
        Set<LeaderboardRef> skipped = new HashSet<>();
        for (List<LeaderboardRef> due = finalizing(skipped); !due.isEmpty(); due = finalizing(skipped)) {
            waiting.set(due.size());
            due.stream().filter(board -> !skipped.contains(board)).forEach(board -> store(board, skipped, now));
        }
        waiting.set(skipped.isEmpty() ? 0 : finalizing(Set.of()).size());
        overtaken.keySet().retainAll(skipped);
    }

    private List<LeaderboardRef> finalizing(Set<LeaderboardRef> skipped) {
        return repository.finalizing(ids(skipped), MAX_DUE);
    }

    private static List<Integer> ids(Set<LeaderboardRef> boards) {
        return boards.stream().map(LeaderboardRef::id).toList();
    }

    private void start(LeaderboardRef due, Instant now) {
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

    private void close(LeaderboardRef board, Instant now) {
        try {
            finalizer.close(board.appId(), board.id(), now);
        } catch (RuntimeException e) {
            changed.add(board.id());
            LOG.warn("Could not close windows of leaderboard {}; the next run tries again", board.id(), e);
        }
    }

    /** If this fails, skips the leaderboard until the next run, because its windows are finalized in order. */
    private void store(LeaderboardRef board, Set<LeaderboardRef> skipped, Instant now) {
        try {
            Timer.Sample sample = Timer.start(meters);
            FinalizationOutcome outcome = finalizeNext(board, now);
            if (outcome == FinalizationOutcome.DONE) {
                sample.stop(finalizing);
            } else {
                skipped.add(board);
            }
            if (outcome != FinalizationOutcome.CLAIMED) {
                overtaken.remove(board);
            }
        } catch (RuntimeException e) {
            skipped.add(board);
            if (Outage.hasSqlState(e, CHANGED_MEANWHILE)) {
                LOG.debug("A window of leaderboard {} changed while it was finalized", board.id());
                countOvertaken(board);
            } else {
                LOG.warn("Could not finalize windows of leaderboard {}; the next run tries again", board.id(), e);
                countFailure(board, e, now);
            }
        }
    }

    private void countOvertaken(LeaderboardRef board) {
        Long window = finalizer.nextNew(board);
        overtaken.compute(
                board,
                (key, last) -> window == null
                        ? null
                        : new Overtaken(window, last == null || last.window != window ? 1 : last.attempts + 1));
    }

    private FinalizationOutcome finalizeNext(LeaderboardRef board, Instant now) {
        Overtaken last = overtaken.get(board);
        if (last == null
                || last.attempts < UNLOCKED_ATTEMPTS
                || !Objects.equals(finalizer.nextNew(board), last.window)) {
            return finalizer.finalizeNext(board, now);
        }
        LOG.info("Windows of leaderboard {} are corrected again and again while they are finalized", board.id());
        return finalizer.finalizeNextLocked(board, now);
    }

    private void countFailure(LeaderboardRef board, RuntimeException failure, Instant now) {
        if (Outage.isUnusable(failure)) {
            return;
        }
        try {
            finalizer.countFailure(board.id(), now);
        } catch (RuntimeException e) {
            LOG.warn("Could not count a failure of leaderboard {}", board.id(), e);
        }
    }
}
