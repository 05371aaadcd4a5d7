package laurel.badge.rule;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import laurel.Periodic;
import laurel.Serving;
import laurel.badge.BadgePositionRepository;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Awards badges that are earned by ranks and scores. Follows the event log of each app and the changes of each leaderboard
 * that badges name, and advances the position in the transaction that awards. Runs on every node; a position is claimed by
 * one node at a time.
 */
@Singleton
@Serving
public class BadgeWorker {
    private static final Logger LOG = LoggerFactory.getLogger(BadgeWorker.class);

    private static final int MAX_COUNTED = 10_000;

    /** Transactions of a run for one leaderboard or app, so that it does not delay the badges of others for long. */
    private static final int MAX_TRANSACTIONS = 100;

    private final Sql sql;
    private final BadgePositionRepository positions;
    private final FinalRankRules finalRanks;
    private final ScoreRules scores;
    private final Clock clock;
    private final AtomicLong behind = new AtomicLong();
    private final LeaderboardSignals changed = new LeaderboardSignals();
    private final Signals.Registration listening;

    BadgeWorker(
            Sql sql,
            BadgePositionRepository positions,
            FinalRankRules finalRanks,
            ScoreRules scores,
            Clock clock,
            Signals signals,
            MeterRegistry meters) {
        this.sql = sql;
        this.positions = positions;
        this.finalRanks = finalRanks;
        this.scores = scores;
        this.clock = clock;
        Gauge.builder("laurel.badges.behind", behind, AtomicLong::get)
                .description("Events and changes that have not been examined for badges yet")
                .register(meters);
        this.listening = signals.listenWithoutPolls(changed::add);
        changed.addAll();
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Periodic(value = "award badges", every = "laurel.badges.every:1s")
    void run() {
        changed.take(scope -> award(scope, clock.instant(), MAX_TRANSACTIONS));
    }

    /** The next run needs no signal: signals can be lost. */
    @Periodic(value = "award badges", every = "laurel.badges.check-every:10s")
    void check() {
        changed.addAll();
        count();
    }

    /** Updates the metric of unread events and changes. */
    public void count() {
        behind.set(positions.behind(MAX_COUNTED));
    }

    /** Awards all badges that were earned up to now. */
    public void award(Instant now) {
        award(Scope.ALL, now, Integer.MAX_VALUE);
    }

    /** @param transactions maximum number for each leaderboard and app; the next run continues */
    void award(Scope scope, Instant now, int transactions) {
        List<Integer> leaderboards =
                scope.all() ? positions.leaderboardsBehind() : positions.leaderboardsBehind(scope.leaderboardIds());
        for (int one : leaderboards) {
            if (!finishes("leaderboard " + one, transactions, () -> scores.follow(one, now))) {
                changed.add(one);
            }
        }
        for (int app : positions.appsBehind()) {
            if (!finishes("app " + app, transactions, () -> finalRanks.follow(app, now))) {
                changed.addAll();
            }
        }
    }

    /** Returns false if the next run has to continue, or to try again. */
    private boolean finishes(String where, int transactions, BooleanSupplier some) {
        try {
            boolean more = true;
            for (int n = 0; more && n < transactions; n++) {
                more = sql.inTransaction(some::getAsBoolean);
            }
            return !more;
        } catch (RuntimeException e) {
            LOG.warn("Could not award the badges of {}; the next run tries again", where, e);
            return false;
        }
    }
}
