package laurel.ranking.model;

import java.util.List;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** What became of a submission, or of a removal. */
sealed interface ModelOutcome {
    record Refused(String code) implements ModelOutcome {}

    /**
     * It was taken.
     *
     * @param number of the submission in the ledger
     */
    record Accepted(int number, boolean replayed, List<Change> changes, List<String> closedWindows)
            implements ModelOutcome {
        Accepted again() {
            return new Accepted(number, true, changes, closedWindows);
        }
    }

    record Removed(ModelFact submission, List<Change> changes) implements ModelOutcome {}

    /**
     * What it did in one window and grouping; scores as texts.
     *
     * @param group where the entry is gone, that in which it stood
     */
    record Change(
            WindowKind kind,
            String window,
            ModelGroup group,
            @Nullable ModelGroup previousGroup,
            @Nullable String previousScore,
            @Nullable String score,
            @Nullable Integer previousRank,
            @Nullable Integer rank,
            @Nullable Integer rankDelta) {}
}
