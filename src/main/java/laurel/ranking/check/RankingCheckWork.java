package laurel.ranking.check;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import laurel.ranking.check.RankingChecker.RankingFilter;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rankings of an app in parts. Each ranking is checked and repaired in its own transactions: after a crash in the
 * middle of a part, rankings that it had repaired count as correct.
 */
@Singleton
public class RankingCheckWork
        implements JobWork<
                RankingCheckWork.RankingCheckParameters, RankingCheckWork.CheckProgress, CheckRankingsResult> {
    private static final int MAX_RANKINGS_PER_PART = 20;

    private final RankingChecker checker;
    private final Jobs jobs;

    RankingCheckWork(RankingChecker checker, Jobs jobs) {
        this.checker = checker;
        this.jobs = jobs;
    }

    /** @param leaderboardKey null for all leaderboards of the app */
    @Serdeable
    record RankingCheckParameters(@Nullable String leaderboardKey, boolean repair) {}

    /**
     * Progress of a check.
     *
     * @param after id of the last checked ranking
     * @param total number of rankings at the start
     */
    @Serdeable
    record CheckProgress(long after, int total) {}

    @Override
    public JobKind kind() {
        return JobKind.CHECK_RANKINGS;
    }

    @Override
    public Types<RankingCheckParameters, CheckProgress, CheckRankingsResult> types() {
        return new Types<>(RankingCheckParameters.class, CheckProgress.class, CheckRankingsResult.class);
    }

    /** Stores the job. Refuses LEADERBOARD_NOT_FOUND, LIMIT_REACHED. */
    public Job start(int app, @Nullable String leaderboardKey, boolean repair, Instant now) {
        checker.list(new RankingFilter(app, leaderboardKey, 0, 1));
        return jobs.add(app, kind(), new RankingCheckParameters(leaderboardKey, repair), now);
    }

    @Override
    public Step<CheckProgress, CheckRankingsResult> part(
            Part<RankingCheckParameters, CheckProgress, CheckRankingsResult> part, Instant now) {
        RankingCheckParameters parameters = part.parameters();
        CheckProgress from = part.from() == null
                ? new CheckProgress(0, checker.count(new RankingFilter(part.app(), parameters.leaderboardKey, 0, 0)))
                : part.from();
        CheckRankingsResult result = part.result() == null ? CheckRankingsResult.NONE : part.result();
        List<CheckedRanking> rankings = checker.list(
                new RankingFilter(part.app(), parameters.leaderboardKey, from.after, MAX_RANKINGS_PER_PART));
        for (CheckedRanking ranking : rankings) {
            Optional<RankingChecker.RankingCheck> check = checker.check(ranking, parameters.repair);
            result = check.isPresent() ? result.plus(check.get()) : result;
        }
        return rankings.size() < MAX_RANKINGS_PER_PART
                ? Step.last(result)
                : new Step<>(
                        new CheckProgress(rankings.getLast().id(), from.total), result, progress(result, from.total));
    }

    private static double progress(CheckRankingsResult result, int total) {
        return Math.min(1.0, (double) result.checkedCount() / Math.max(1, total));
    }
}
