package laurel.ranking;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a submission. */
sealed interface ModelOutcome {
    record Refused(String code) implements ModelOutcome {}

    record Accepted(boolean replayed, List<Change> changes, List<String> closedWindows) implements ModelOutcome {
        Accepted again() {
            return new Accepted(true, changes, closedWindows);
        }
    }

    /** What it did in one window; scores as texts. */
    record Change(
            String window,
            @Nullable String previousScore,
            String score,
            @Nullable Integer previousRank,
            @Nullable Integer rank,
            @Nullable Integer rankDelta) {}
}
