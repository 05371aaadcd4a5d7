package laurel.ranking;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.core.annotation.Introspected;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.SortOrder;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.RankingId;

/**
 * The ordered list of entries of one group in one window.
 *
 * @param id       the high part is the number of the slice, see {@link RankingId}
 * @param revision the revision whose stored ranks are valid; 0 if ranks come from the index
 * @param decimals decimals of its scores
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
    /** UTF-8 bytes of attributes and values, which with their separators fit into an ID. */
    private static final int MAX_GROUP_BYTES = 55;

    /** Parses and formats scores. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }

    /** The ranking of this group in another window of the same definition. */
    Ranking in(long otherWindow, long otherId, int otherRevision) {
        return new Ranking(otherId, appId, leaderboardId, otherWindow, group, sortOrder, otherRevision, decimals);
    }

    /** Parses the score in an argument as a fixed-point number. Throws INVALID_ARGUMENT. */
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

    /**
     * Whether the IDs of rankings of this group contain the group instead of a number, so that they are the same before the
     * first entry, when the ranking is not stored yet.
     */
    public static boolean isIdentifiedByGroup(Group group) {
        return !group.isEveryone()
                && group.parts().mapToInt(part -> part.getBytes(UTF_8).length).sum() <= MAX_GROUP_BYTES;
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
