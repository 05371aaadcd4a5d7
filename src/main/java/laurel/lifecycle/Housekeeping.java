package laurel.lifecycle;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.leaderboard.Leaderboards;
import laurel.lifecycle.DueRepository.Board;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Once a minute, on every node, does away with what is no longer kept. */
@Singleton
@Serving
public class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

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

    @Scheduled(fixedDelay = "${laurel.lifecycle.expire-every:60s}", initialDelay = "0s")
    @Periodic("expire windows and drop slices")
    void run() {
        if (drift.agrees()) {
            run(clock.instant());
        }
    }

    /** Lets windows expire, drops slices, archives idle boards and counts the partitions that are missing. */
    public void run(Instant now) {
        apart("let windows expire", () -> expiry.boards().forEach(board -> expire(board, now)));
        apart("drop slices", () -> slices.drop(now));
        apart("delete rankings of expired windows", () -> expiry.sweepBeside(now));
        apart("archive leaderboards", () -> idle(now).forEach(board -> archive(board, now)));
        apart("count the partitions that are missing", () -> partitions.count(now));
    }

    private void expire(Board board, Instant now) {
        apart("let windows of leaderboard " + board.id() + " expire", () -> expiry.expire(board, now));
    }

    private List<Board> idle(Instant now) {
        return repository.idle(now);
    }

    private void archive(Board board, Instant now) {
        apart("archive leaderboard " + board.id(), () -> leaderboards.archiveIdle(board.appId(), board.id(), now));
    }

    /** What fails does not keep the rest from being done. */
    private static void apart(String what, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("Could not {}; the next run tries again", what, e);
        }
    }
}
