package laurel.score;

import io.micronaut.serde.annotation.Serdeable;
import laurel.leaderboard.WindowKind;
import laurel.window.OpenWindow;
import org.jspecify.annotations.Nullable;

/**
 * What a submission did to the entry of its participant in one window.
 *
 * @param previousScore fixed-point; null where there was no entry
 * @param score         fixed-point
 * @param previousRank  RANK() before the batch; null where there was no entry, or ranks were not asked for
 * @param rank          RANK() after the batch; null where ranks were not asked for
 */
@Serdeable
public record EntryChange(
        long windowId,
        WindowKind kind,
        long rankingId,
        @Nullable Long previousScore,
        long score,
        @Nullable Integer previousRank,
        @Nullable Integer rank) {

    static EntryChange unranked(OpenWindow window, @Nullable Long previousScore, long score) {
        return new EntryChange(
                window.window().id(), window.window().kind(), window.rankingId(), previousScore, score, null, null);
    }

    EntryChange ranked(@Nullable Integer before, @Nullable Integer after) {
        return new EntryChange(windowId, kind, rankingId, previousScore, score, before, after);
    }

    /** Places won; null where either rank is. */
    public @Nullable Integer rankDelta() {
        return previousRank == null || rank == null ? null : Integer.valueOf(previousRank - rank);
    }
}
