package laurel.lifecycle;

import static laurel.PeriodicJobs.tryRun;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.ClockDrift;
import laurel.leaderboard.Leaderboards;
import laurel.lifecycle.DueRepository.LeaderboardRef;

/** Expires windows, drops slices and archives idle leaderboards, once a minute on every node. */
@Singleton
@Serving
public class Housekeeping {
    private final Leaderboards leaderboards;
    private final DueRepository repository;
    private final Expiry expiry;
    private final SliceDropper slices;
    private final MissingPartitions partitions;
    private final Clock clock;
    private final ClockDrift drift;

    Housekeeping(
            Leaderboards leaderboards,
            DueRepository repository,
            Expiry expiry,
            SliceDropper slices,
            MissingPartitions partitions,
            Clock clock,
            ClockDrift drift) {
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.expiry = expiry;
        this.slices = slices;
        this.partitions = partitions;
        this.clock = clock;
        this.drift = drift;
    }

    @Periodic(value = "expire windows and drop slices", every = "laurel.lifecycle.expire-every:60s", first = "0s")
    void run() {
        if (drift.agrees()) {
            run(clock.instant(), expiry.changed());
        }
    }

    /** Windows expire after signals, which can be lost. */
    @Periodic(value = "expire windows and drop slices", every = "1h")
    void check() {
        expiry.checkAll();
    }

    /** Expires windows, drops slices, archives idle leaderboards and counts missing partitions. */
    public void run(Instant now) {
        run(now, Scope.ALL);
    }

    /** @param scope where to look for windows to expire */
    void run(Instant now, Scope scope) {
        tryRun("expire windows", () -> expiry.boards(scope).forEach(board -> expire(board, now)));
        tryRun("drop slices", () -> slices.drop(now));
        tryRun("delete rankings of expired windows", () -> expiry.sweepBeside(now));
        tryRun("archive leaderboards", () -> idle(now).forEach(board -> archive(board, now)));
        tryRun("count missing partitions", () -> partitions.count(now));
    }

    private void expire(LeaderboardRef board, Instant now) {
        tryRun("expire windows of leaderboard " + board.id(), () -> expiry.expire(board, now));
    }

    private List<LeaderboardRef> idle(Instant now) {
        return repository.idle(now);
    }

    private void archive(LeaderboardRef board, Instant now) {
        tryRun("archive leaderboard " + board.id(), () -> leaderboards.archiveIdle(board.appId(), board.id(), now));
    }
}
