package laurel.ranking;

import org.jspecify.annotations.Nullable;

/**
 * How a participant moved from one ranking to another.
 *
 * @param previousRank null where it did not stand in the former
 */
record Movement(@Nullable Integer previousRank, int rank) {
    /** Places won; null where it did not stand before. */
    public @Nullable Integer rankDelta() {
        return previousRank == null ? null : Integer.valueOf(previousRank - rank);
    }
}
