package laurel.ranking;

import org.jspecify.annotations.Nullable;

/**
 * The ranks of an entry, each as SQL's window function of that name defines it; null where not counted.
 *
 * @param rank      RANK()
 * @param denseRank DENSE_RANK()
 * @param position  ROW_NUMBER()
 * @param total     entries of the ranking
 */
public record Ranks(
        @Nullable Integer rank,
        @Nullable Integer denseRank,
        @Nullable Integer position,
        @Nullable Integer total) {
    /** Those of the first of some. */
    public static final Ranks FIRST = new Ranks(1, 1, 1, null);

    static Ranks of(StandingRow best) {
        return new Ranks(
                first(best.betterEntries()),
                first(best.betterScores()),
                first(best.precedingEntries()),
                whole(best.entryCount()));
    }

    /** Those of the entry that follows the one of these: a new score's rank is its position. */
    public Ranks next(boolean ties) {
        Integer next = position == null ? null : Integer.valueOf(position + 1);
        return new Ranks(
                ties || rank == null ? rank : next,
                ties || denseRank == null ? denseRank : Integer.valueOf(denseRank + 1),
                next,
                total);
    }

    /** Those once so many more scores are better, so many more entries are before it, of so many in all. */
    Ranks passedBy(int better, int before, int all) {
        return new Ranks(
                rank == null ? null : Integer.valueOf(rank + better),
                denseRank,
                position == null ? null : Integer.valueOf(position + before),
                all);
    }

    /** PERCENT_RANK(): (rank - 1) / (total - 1), 0 where alone; null unless rank and total were counted. */
    public @Nullable Double percentRank() {
        if (rank == null || total == null) {
            return null;
        }
        return total == 1 ? 0.0 : (rank - 1.0) / (total - 1.0);
    }

    /** (1 - rank / total) * 100, 100 where alone; null unless rank and total were counted. */
    public @Nullable Double percentile() {
        if (rank == null || total == null) {
            return null;
        }
        return total == 1 ? 100.0 : (total - rank) * 100.0 / total;
    }

    private static @Nullable Integer first(@Nullable Long before) {
        return before == null ? null : Math.toIntExact(before + 1);
    }

    private static @Nullable Integer whole(@Nullable Long count) {
        return count == null ? null : Math.toIntExact(count);
    }
}
