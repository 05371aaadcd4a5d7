package laurel.score.submission;

import java.time.Instant;
import java.util.List;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.SubmissionOutcome;
import laurel.score.ledger.SubmissionQuarantine;
import laurel.score.ledger.SubmissionQuarantine.QuarantineReason;
import org.jspecify.annotations.Nullable;

/**
 * An accepted submission.
 *
 * @param digest      identifies a retry; null without an idempotency key
 * @param boardTime   the leaderboard's time at which it was accepted
 * @param windowIds   the windows that accept it
 * @param quarantined the limits that it exceeds; if there are any, it changes nothing
 * @param outcome     without ranks
 */
record AcceptedSubmission(
        CheckedSubmission item,
        long id,
        @Nullable String digest,
        Instant boardTime,
        List<Long> windowIds,
        List<QuarantineReason> quarantined,
        SubmissionOutcome outcome) {

    static AcceptedSubmission of(
            CheckedSubmission item,
            long id,
            @Nullable String digest,
            Instant boardTime,
            List<EntryChange> changes,
            List<QuarantineReason> quarantined,
            List<String> closedWindows) {
        return new AcceptedSubmission(
                item,
                id,
                digest,
                boardTime,
                changes.stream().map(EntryChange::windowId).distinct().toList(),
                quarantined,
                new SubmissionOutcome(quarantined.isEmpty() ? changes : List.of(), closedWindows));
    }

    /** @param ranked the changes of the outcome, with ranks */
    LedgerRow row(long participant, List<EntryChange> ranked) {
        ScoreSubmission submission = new ScoreSubmission(
                id,
                item.board().id(),
                item.board().decimals(),
                participant,
                item.score(),
                item.sent().subscore(),
                item.group(),
                item.achievedAt(),
                item.receivedAt(),
                item.sent().metadata(),
                item.sent().idempotencyKey(),
                null,
                null,
                null,
                SubmissionQuarantine.of(quarantined));
        return new LedgerRow(
                submission,
                boardTime,
                windowIds,
                item.received().keepsGroup(),
                item.received().correctsFinal(),
                item.received().scope() == WindowScope.ALL
                        ? null
                        : item.received().scope().name(),
                digest,
                new SubmissionOutcome(ranked, outcome.closedWindows()));
    }
}
