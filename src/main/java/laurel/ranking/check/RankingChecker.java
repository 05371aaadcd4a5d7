package laurel.ranking.check;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboards;
import laurel.rankindex.IndexCheck;
import laurel.rankindex.IndexReport;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rank index of rankings with their entries and, where it is wanted, makes those again that are wrong. Each
 * ranking is checked in a snapshot of its own, and made again in a transaction of its own under the lock of its board:
 * whoever submits to the board waits meanwhile, and readers do not.
 */
@Singleton
class RankingChecker {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final RankingCheckRepository repository;
    private final IndexCheck index;

    RankingChecker(Sql sql, Leaderboards leaderboards, RankingCheckRepository repository, IndexCheck index) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.index = index;
    }

    /**
     * Which rankings, in order of id.
     *
     * @param app         null is every app
     * @param leaderboard key; null is every board
     * @param after       id of the last that is not wanted any more
     */
    record Wanted(@Nullable Integer app, @Nullable String leaderboard, long after, int size) {}

    /** Refuses LEADERBOARD_NOT_FOUND where it names one that the app does not have. */
    List<CheckedRanking> list(Wanted wanted) {
        String key = wanted.leaderboard;
        if (wanted.app != null
                && key != null
                && leaderboards.byKey(wanted.app, key).isEmpty()) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_FOUND, "No leaderboard has the key `" + key + "`.", "leaderboardKey");
        }
        return repository.list(wanted);
    }

    /** How many there are. */
    int count(Wanted wanted) {
        return repository.count(wanted);
    }

    RankingCheck check(CheckedRanking ranking, boolean repair) {
        IndexReport found = index.check(ranking.id());
        if (found.isCorrect() || !repair) {
            return new RankingCheck(ranking, found, false);
        }
        sql.useTransaction(() -> repair(ranking));
        return new RankingCheck(ranking, found, index.check(ranking.id()).isCorrect());
    }

    private void repair(CheckedRanking ranking) {
        boolean there = !leaderboards
                .lock(ranking.appId(), List.of(ranking.leaderboardId()))
                .isEmpty();
        if (there) {
            index.repair(ranking.id());
        }
    }

    /**
     * What a check of a ranking's index came to.
     *
     * @param found    before any repair
     * @param repaired whether there were differences, and are none any more
     */
    record RankingCheck(CheckedRanking ranking, IndexReport found, boolean repaired) {
        /** Whether its index is right now. */
        boolean right() {
            return found.isCorrect() || repaired;
        }
    }
}
