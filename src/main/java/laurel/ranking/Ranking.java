package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.SortOrder;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.RankingId;

/**
 * One window of one group: an ordered list of entries.
 *
 * @param id       its high part is the number of its slice, see {@link RankingId}
 * @param revision the revision whose ranks are stored and stand; 0 where they are counted
 * @param decimals digits after the point of its scores
 */
@Introspected
public record Ranking(
        long id,
        int appId,
        int leaderboardId,
        long windowId,
        Group group,
        SortOrder sortOrder,
        int revision,
        int decimals) {
    /** Reads and writes its scores. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }

    /** The ranking of this group in another window of the same kind. */
    Ranking in(long otherWindow, long otherId, int otherRevision) {
        return new Ranking(otherId, appId, leaderboardId, otherWindow, group, sortOrder, otherRevision, decimals);
    }

    /** The fixed-point score that a question names; else throws INVALID_ARGUMENT. */
    public long score(String argument, String text) {
        try {
            return scores().parse(text);
        } catch (RefusedException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`" + argument + "` is not valid: " + e.refusal().message(),
                    e);
        }
    }

    /** The name of the partition that holds its entries. */
    String entryTable() {
        return RankingId.entryTable(id);
    }

    /** The name of the partition that holds its final standings. */
    public String finalTable() {
        return RankingId.finalTable(id);
    }
}
