package laurel.live;

import java.sql.SQLException;
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

/** Evaluates rankings, and notes which of them cannot be read. */
final class RetryingEvaluation {
    private static final Logger LOG = LoggerFactory.getLogger(RetryingEvaluation.class);

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final Evaluation evaluation;
    private final BooleanSupplier someFail;

    /** @param someFail whether there is a ranking that cannot be read */
    RetryingEvaluation(Evaluation evaluation, BooleanSupplier someFail) {
        this.evaluation = evaluation;
        this.someFail = someFail;
    }

    /** Logs one line for each reason when it begins, and one when all rankings can be read again. */
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
                        "Could not read a ranking of the board {} that is followed; it is tried again",
                        live.followed().board(),
                        reason);
            }
        }
        if (recovered && !someFail.getAsBoolean()) {
            LOG.info("All rankings that are followed can be read again");
        }
    }

    /** Whether this is no matter of one ranking. A lock that is not given is one: it may be of a partition. */
    static boolean isOutage(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState())) {
                return false;
            }
        }
        return Outage.isOne(failure);
    }
}
