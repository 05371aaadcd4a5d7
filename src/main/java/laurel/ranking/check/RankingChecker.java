package laurel.ranking.check;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import laurel.database.connection.Outage;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboards;
import laurel.rankindex.IndexCheck;
import laurel.rankindex.IndexReport;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rank index of rankings and rebuilds indexes that differ. A check reads one snapshot; a repair is one transaction
 * under the lock of the leaderboard, which delays submissions but not readers.
 */
@Singleton
class RankingChecker {
    private static final String UNDEFINED_TABLE = "42P01";

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
     * Selects rankings, ordered by id.
     *
     * @param app         null for all apps
     * @param leaderboard key; null for all leaderboards
     * @param after       id of the last ranking of the previous page
     */
    record RankingFilter(@Nullable Integer app, @Nullable String leaderboard, long after, int size) {}

    /** Refuses LEADERBOARD_NOT_FOUND if the app has no leaderboard with the key. */
    List<CheckedRanking> list(RankingFilter filter) {
        String key = filter.leaderboard;
        if (filter.app != null
                && key != null
                && leaderboards.byKey(filter.app, key).isEmpty()) {
            throw Leaderboards.unknown(key, "leaderboardKey");
        }
        return repository.list(filter);
    }

    int count(RankingFilter filter) {
        return repository.count(filter);
    }

    /** Returns empty if the ranking has been deleted, or its window has expired, since it was listed. */
    Optional<RankingCheck> check(CheckedRanking ranking, boolean repair) {
        try {
            IndexReport found = index.check(ranking.id());
            if (found.isCorrect()) {
                return Optional.of(new RankingCheck(ranking, found, false));
            }
            if (!(repair ? repaired(ranking) : repository.exists(ranking.id()))) {
                return Optional.empty();
            }
            boolean correct = repair && index.check(ranking.id()).isCorrect();
            return Optional.of(new RankingCheck(ranking, found, correct));
        } catch (RuntimeException e) {
            // The table of the entries may have been dropped.
            if (!Outage.hasSqlState(e, UNDEFINED_TABLE) || repository.exists(ranking.id())) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Rebuilds an index. Returns false if the ranking does not exist any more. */
    private boolean repaired(CheckedRanking ranking) {
        return sql.inTransaction(() -> {
            boolean exists = !leaderboards
                            .lock(ranking.appId(), List.of(ranking.leaderboardId()))
                            .isEmpty()
                    && repository.hold(ranking.id()) != null;
            if (exists) {
                index.repair(ranking.id());
            }
            return exists;
        });
    }

    /**
     * Result for one ranking.
     *
     * @param found    before any repair
     * @param repaired whether the repair removed the differences
     */
    record RankingCheck(CheckedRanking ranking, IndexReport found, boolean repaired) {
        /** Whether the index is correct now. */
        boolean isCorrect() {
            return found.isCorrect() || repaired;
        }
    }
}
