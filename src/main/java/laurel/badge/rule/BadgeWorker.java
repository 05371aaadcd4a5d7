package laurel.badge.rule;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import laurel.Periodic;
import laurel.Serving;
import laurel.badge.BadgePositionRepository;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Awards what is earned by ranks and scores: follows the event log of each app and the changes of each board that badges
 * are about. How far it is moves in the transaction that awards. Any node may do it, one at a time for each app and board.
 */
@Singleton
@Serving
public class BadgeWorker {
    private static final Logger LOG = LoggerFactory.getLogger(BadgeWorker.class);

    private static final int MOST_COUNTED = 10_000;

    private final Sql sql;
    private final BadgePositionRepository positions;
    private final FinalRankRules closings;
    private final ScoreRules scores;
    private final Clock clock;
    private final AtomicLong behind = new AtomicLong();
    private final AtomicBoolean signalled = new AtomicBoolean(true);
    private final Signals.Listening listening;

    BadgeWorker(
            Sql sql,
            BadgePositionRepository positions,
            FinalRankRules closings,
            ScoreRules scores,
            Clock clock,
            Signals signals,
            MeterRegistry meters) {
        this.sql = sql;
        this.positions = positions;
        this.closings = closings;
        this.scores = scores;
        this.clock = clock;
        Gauge.builder("laurel.badges.behind", behind, AtomicLong::get)
                .description("Final windows and changes that badges may be earned by and that are not looked at yet")
                .register(meters);
        this.listening = signals.listen(signal -> signalled.set(true));
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Scheduled(fixedDelay = "${laurel.badges.every:1s}", initialDelay = "${laurel.badges.every:1s}")
    @Periodic
    void run() {
        if (signalled.getAndSet(false)) {
            award(clock.instant());
        }
    }

    /** Whatever signals have come: one may be lost. */
    @Scheduled(fixedDelay = "${laurel.badges.check-every:10s}", initialDelay = "${laurel.badges.check-every:10s}")
    @Periodic
    void runUnasked() {
        award(clock.instant());
        count();
    }

    /** Counts anew how much is not looked at yet. */
    public void count() {
        try {
            behind.set(positions.behind(MOST_COUNTED));
        } catch (RuntimeException e) {
            LOG.warn("Could not count how much is still to be looked at for what has been earned", e);
        }
    }

    /** Awards all that was earned until this moment. */
    public void award(Instant now) {
        try {
            List<Integer> boards = positions.boardsBehind();
            boards.forEach(board -> repeat("leaderboard " + board, () -> scores.follow(board, now)));
            List<Integer> apps = positions.appsBehind();
            apps.forEach(app -> repeat("app " + app, () -> closings.follow(app, now)));
        } catch (RuntimeException e) {
            LOG.warn("Could not look for what has been earned; the next run tries again", e);
        }
    }

    private void repeat(String where, BooleanSupplier some) {
        try {
            boolean more = true;
            while (more) {
                more = sql.inTransaction(some::getAsBoolean);
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not award the badges of {}; the next run tries again", where, e);
        }
    }
}
