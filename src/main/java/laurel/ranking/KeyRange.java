package laurel.ranking;

import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * Part of a ranking's list: the entries between two places, neither of which belongs to it, that have certain ranks.
 *
 * @param rankAtLeast from 1; null is any
 * @param rankAtMost  from 1; null is any
 */
public record KeyRange(
        RankKey after,
        RankKey before,
        @Nullable Integer rankAtLeast,
        @Nullable Integer rankAtMost) {
    /** What of this stands behind a place. */
    KeyRange behind(RankKey place) {
        return after.compareTo(place) >= 0 ? this : new KeyRange(place, before, rankAtLeast, rankAtMost);
    }

    /** What of this stands ahead of a place. */
    KeyRange aheadOf(RankKey place) {
        return before.compareTo(place) <= 0 ? this : new KeyRange(after, place, rankAtLeast, rankAtMost);
    }

    /** Whether only the ranking can tell where it begins and ends. */
    boolean ofRanks() {
        return rankAtLeast != null || rankAtMost != null;
    }
}
