package laurel.ranking;

import org.jspecify.annotations.Nullable;

/**
 * The ranks of an entry, as defined by SQL's window functions. Each is null unless it was computed.
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
    /** Ranks of the first standing of a list. */
    public static final Ranks FIRST = new Ranks(1, 1, 1, null);

    static Ranks of(StandingRow best) {
        return new Ranks(
                first(best.betterEntries()),
                first(best.betterScores()),
                first(best.precedingEntries()),
                whole(best.entryCount()));
    }

    /** Ranks of the next entry. The rank of a different score is its position. */
    public Ranks next(boolean ties) {
        Integer next = position == null ? null : Integer.valueOf(position + 1);
        return new Ranks(
                ties || rank == null ? rank : next,
                ties || denseRank == null ? denseRank : Integer.valueOf(denseRank + 1),
                next,
                total);
    }

    /** Ranks after other entries have changed: adds to the rank and the position, and replaces the total. */
    Ranks passedBy(int better, int before, int all) {
        return new Ranks(
                rank == null ? null : Integer.valueOf(rank + better),
                denseRank,
                position == null ? null : Integer.valueOf(position + before),
                all);
    }

    /** PERCENT_RANK(): (rank - 1) / (total - 1), or 0 for a single entry. Null unless rank and total were computed. */
    public @Nullable Double percentRank() {
        if (rank == null || total == null) {
            return null;
        }
        return total == 1 ? 0.0 : (rank - 1.0) / (total - 1.0);
    }

    /** (1 - rank / total) * 100, or 100 for a single entry. Null unless rank and total were computed. */
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
