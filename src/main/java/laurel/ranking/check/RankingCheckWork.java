package laurel.ranking.check;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import laurel.ranking.check.RankingChecker.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rankings of an app in parts. A ranking is checked, and repaired, in transactions of its own: after a crash
 * in the middle of a part, rankings that were repaired in it are counted as right.
 */
@Singleton
public class RankingCheckWork
        implements JobWork<RankingCheckWork.Parameters, RankingCheckWork.Place, CheckRankingsResult> {
    /** Most rankings of one part. */
    private static final int PART = 20;

    private final RankingChecker checker;
    private final Jobs jobs;

    RankingCheckWork(RankingChecker checker, Jobs jobs) {
        this.checker = checker;
        this.jobs = jobs;
    }

    /** Which rankings; a null key is every leaderboard of the app. */
    @Serdeable
    record Parameters(@Nullable String leaderboardKey, boolean repair) {}

    /**
     * How far a check is.
     *
     * @param after id of the last ranking that was checked
     * @param total number of rankings at the beginning
     */
    @Serdeable
    record Place(long after, int total) {}

    @Override
    public JobKind kind() {
        return JobKind.CHECK_RANKINGS;
    }

    @Override
    public Types<Parameters, Place, CheckRankingsResult> types() {
        return new Types<>(Parameters.class, Place.class, CheckRankingsResult.class);
    }

    /** Stores the job. Refuses LEADERBOARD_NOT_FOUND, LIMIT_REACHED. */
    public Job start(int app, @Nullable String leaderboardKey, boolean repair, Instant now) {
        checker.list(new Wanted(app, leaderboardKey, 0, 1));
        return jobs.add(app, kind(), new Parameters(leaderboardKey, repair), now);
    }

    @Override
    public Step<Place, CheckRankingsResult> part(Part<Parameters, Place, CheckRankingsResult> part, Instant now) {
        Parameters asked = part.parameters();
        Place from = part.from() == null
                ? new Place(0, checker.count(new Wanted(part.app(), asked.leaderboardKey, 0, 0)))
                : part.from();
        CheckRankingsResult result = part.result() == null ? CheckRankingsResult.NONE : part.result();
        List<CheckedRanking> rankings = checker.list(new Wanted(part.app(), asked.leaderboardKey, from.after, PART));
        for (CheckedRanking ranking : rankings) {
            result = result.plus(checker.check(ranking, asked.repair));
        }
        return rankings.size() < PART
                ? Step.last(result)
                : new Step<>(new Place(rankings.getLast().id(), from.total), result, progress(result, from.total));
    }

    private static double progress(CheckRankingsResult result, int total) {
        return Math.min(1.0, (double) result.checkedCount() / Math.max(1, total));
    }
}
