package laurel.ranking.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.stream.Stream;
import laurel.leaderboard.Group;
import laurel.ranking.check.RankingChecker.RankingCheck;

/**
 * Result of a check of rankings, complete or partial.
 *
 * @param wrongCount    rankings whose index differed from the entries
 * @param entryCount    entries of all checked rankings
 * @param indexRowCount index nodes of all checked rankings
 * @param wrongRankings the first {@value #MAX_WRONG_RANKINGS}
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record CheckRankingsResult(
        int checkedCount,
        int wrongCount,
        int repairedCount,
        long entryCount,
        long indexRowCount,
        List<WrongRanking> wrongRankings) {
    private static final int MAX_WRONG_RANKINGS = 100;

    static final CheckRankingsResult NONE = new CheckRankingsResult(0, 0, 0, 0, 0, List.of());

    /** A ranking whose index differed from its entries. */
    @Serdeable
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record WrongRanking(
            int leaderboardId,
            long windowId,
            Group group,
            long entryCount,
            int indexRowCount,
            int differenceCount,
            List<String> examples,
            boolean repaired) {
        static WrongRanking of(RankingCheck check) {
            return new WrongRanking(
                    check.ranking().leaderboardId(),
                    check.ranking().windowId(),
                    check.ranking().group(),
                    check.found().entryCount(),
                    check.found().nodeCount(),
                    check.found().differenceCount(),
                    check.found().examples(),
                    check.repaired());
        }
    }

    CheckRankingsResult plus(RankingCheck check) {
        boolean wrong = !check.found().isCorrect();
        return new CheckRankingsResult(
                checkedCount + 1,
                wrongCount + (wrong ? 1 : 0),
                repairedCount + (check.repaired() ? 1 : 0),
                entryCount + check.found().entryCount(),
                indexRowCount + check.found().nodeCount(),
                wrong && wrongRankings.size() < MAX_WRONG_RANKINGS
                        ? Stream.concat(wrongRankings.stream(), Stream.of(WrongRanking.of(check)))
                                .toList()
                        : wrongRankings);
    }
}
