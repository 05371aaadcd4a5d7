package laurel.ranking.model.leaderboard;

import java.util.List;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Outcome of a submission or a removal. */
public sealed interface ModelOutcome {
    /** It was rejected with an error code. */
    record Refused(String code) implements ModelOutcome {}

    /**
     * It was accepted.
     *
     * @param number of the submission in the ledger
     */
    record Accepted(int number, boolean duplicate, List<Change> changes, List<String> closedWindows)
            implements ModelOutcome {
        Accepted asDuplicate() {
            return new Accepted(number, true, changes, closedWindows);
        }
    }

    /** The submission was removed. */
    record Removed(ModelLedgerEntry submission, List<Change> changes) implements ModelOutcome {}

    /**
     * Its change in one window and grouping; scores as texts.
     *
     * @param group the former group if the entry was removed
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
