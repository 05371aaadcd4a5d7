package laurel.score.submission;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger;
import laurel.score.submission.Scores.RemovedSubmission;
import org.jspecify.annotations.Nullable;

/** Removes a submission in one transaction with a fixed number of statements. */
@Singleton
class SubmissionRemover {
    private final Leaderboards leaderboards;
    private final Ledger ledger;
    private final EntryCorrections corrections;

    SubmissionRemover(Leaderboards leaderboards, Ledger ledger, EntryCorrections corrections) {
        this.leaderboards = leaderboards;
        this.ledger = ledger;
        this.corrections = corrections;
    }

    /**
     * Removes a submission and derives its entries again from the remaining ones. Returns null if the leaderboard was
     * deleted, or if the ledger does not keep the submission any more.
     *
     * @param leaderboard the id of the submission's leaderboard
     */
    @Nullable
    RemovedSubmission remove(
            int app, int leaderboard, Scores.Removal removal, Collection<ChangeFilter> ranked, Instant now) {
        Leaderboard board = leaderboards.lock(app, Set.of(leaderboard)).get(leaderboard);
        if (board == null) {
            return null;
        }
        boolean removed = ledger.remove(removal.id(), removal.reason(), now) > 0;
        // Read under the lock, because a backfill may have added it to more windows meanwhile.
        Ledger.CountedSubmission counted = ledger.byId(app, removal.id()).orElse(null);
        if (counted == null) {
            return null;
        }
        List<EntryChange> changes = removed && counted.submission().review().counts()
                ? corrections.deriveAgain(board, counted, ranked, now)
                : List.of();
        return new RemovedSubmission(counted.submission(), changes, removal.dryRun());
    }
}
