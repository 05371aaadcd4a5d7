package laurel.ranking;

import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * A range of a ranking: the entries between two keys, both exclusive, whose ranks are in a range.
 *
 * @param rankAtLeast from 1; null for any
 * @param rankAtMost  from 1; null for any
 */
public record KeyRange(
        RankKey after,
        RankKey before,
        @Nullable Integer rankAtLeast,
        @Nullable Integer rankAtMost) {
    /** The part of this range after a key. */
    KeyRange after(RankKey key) {
        return after.compareTo(key) >= 0 ? this : new KeyRange(key, before, rankAtLeast, rankAtMost);
    }

    /** The part of this range before a key. */
    KeyRange before(RankKey key) {
        return before.compareTo(key) <= 0 ? this : new KeyRange(after, key, rankAtLeast, rankAtMost);
    }

    /** Whether its bounds depend on ranks, which only the statement knows. */
    boolean isBoundedByRank() {
        return rankAtLeast != null || rankAtMost != null;
    }
}
