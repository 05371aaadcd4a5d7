package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.Tries;
import laurel.database.OpenTransaction;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.scoring.JoinedStreaks;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills the service while it scores the days of joined streaks. Another one scores the rest, and each day once. */
@Timeout(600)
class StreakJoinCrashTest {
    private static final int PARTICIPANTS = Tries.of(3, 100);
    private static final Map<String, Object> SETTINGS = Map.of(
            "laurel.activity.batch-size", 10, "laurel.activity.immediate-days", 1, "laurel.limits.rescored-days", 10);
    private static final String LOCK = """
            SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), l.id)) FROM leaderboard AS l WHERE l.key = 'overall'
            """;
    private static final String LEFT = """
            SELECT (SELECT count(*) FROM scoring_changed_day)
                + (SELECT coalesce(sum(r.end_date - r.start_date + 1), 0) FROM scoring_rescore_range AS r)
            """;

    @Test
    void continuesWhereServiceWasKilled() throws Exception {
        LocalDate missing = LocalDate.now(ZoneOffset.UTC).minusDays(JoinedStreaks.DAYS_AFTER + 1L);
        try (var database = TestDatabase.fresh()) {
            long left;
            try (var service = LaurelProcess.start(database, SETTINGS)) {
                new PolicyClient(service.client()).installSocial(Map.of()).text("key");
                JoinedStreaks streaks = new JoinedStreaks(service.client(), missing, "joined-", PARTICIPANTS);
                streaks.recordOthers();
                Until.holds(() -> left(database) == 0);
                left = killWhileScoring(database, service, streaks);
            }
            assertThat(left).isPositive();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC(), SETTINGS)) {
                restarted.drainActivity();
                JoinedStreaks streaks = new JoinedStreaks(restarted.client(), missing, "joined-", PARTICIPANTS);
                assertThat(streaks.totals()).isEqualTo(streaks.joinedTotals());
            }
            assertThat(left(database)).isZero();
        }
    }

    /** Kills the service within a part, after others. Returns the number of days that are left. */
    private static long killWhileScoring(TestDatabase database, LaurelProcess service, JoinedStreaks streaks)
            throws InterruptedException {
        long all = (long) PARTICIPANTS * JoinedStreaks.CHANGED_DAYS;
        try (OpenTransaction locked = database.transaction()) {
            locked.execute(LOCK);
            streaks.join();
            Until.holds(() -> left(database) >= all);
            locked.commit();
            Until.holds(() -> left(database) < all);
            locked.execute(LOCK);
            service.kill();
            return left(database);
        }
    }

    private static long left(TestDatabase database) {
        return database.sql().of(LEFT).one(Long.class);
    }
}
