package laurel.live;

import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import laurel.database.connection.Outage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Evaluates rankings, and schedules those that cannot be read for a retry. */
final class RetryingEvaluation {
    private static final Logger LOG = LoggerFactory.getLogger(RetryingEvaluation.class);

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final Evaluation evaluation;
    private final BooleanSupplier anyFailing;

    /** @param anyFailing whether any ranking cannot be read */
    RetryingEvaluation(Evaluation evaluation, BooleanSupplier anyFailing) {
        this.evaluation = evaluation;
        this.anyFailing = anyFailing;
    }

    /** Logs one line per reason when rankings start to fail, and one when all can be read again. */
    void run(List<LiveRanking> due, Instant now) {
        Map<LiveRanking, Throwable> failed = evaluation.run(due, now);
        boolean recovered = false;
        Set<Throwable> reasons = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LiveRanking live : due) {
            Throwable reason = failed.get(live);
            if (reason == null) {
                recovered |= live.succeed();
            } else if (live.fail(now, !isOutage(reason)) && reasons.add(reason)) {
                LOG.warn(
                        "Could not read a followed ranking of leaderboard {}; it is retried",
                        live.followed().leaderboardId(),
                        reason);
            }
        }
        if (recovered && !anyFailing.getAsBoolean()) {
            LOG.info("All followed rankings can be read again");
        }
    }

    /** Whether the failure affects all rankings. A lock timeout does not: the lock may be one partition's. */
    static boolean isOutage(Throwable failure) {
        return !Outage.hasSqlState(failure, LOCK_NOT_AVAILABLE) && Outage.isOne(failure);
    }
}
