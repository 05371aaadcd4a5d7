package laurel.score.submission;

import laurel.request.Refusal;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.ScoreSubmission.SubmissionStatus;
import laurel.score.ledger.SubmissionOutcome;

/** The result of one submission: a receipt or an error. */
public sealed interface SubmissionResult {
    /** The receipt, or the refusal itself, as the schema returns it. */
    default Object payload() {
        return this instanceof RefusedSubmission refused ? refused.refusal : this;
    }

    /** Nothing was stored. */
    record RefusedSubmission(Refusal refusal) implements SubmissionResult {}

    /**
     * The submission was stored.
     *
     * @param withheld  whether its participant is banned or hidden
     * @param duplicate whether this repeats the receipt of an earlier submission with the same idempotency key
     */
    record ScoreReceipt(ScoreSubmission submission, boolean duplicate, boolean withheld, SubmissionOutcome outcome)
            implements SubmissionResult {
        public SubmissionStatus status() {
            if (duplicate) {
                return SubmissionStatus.DUPLICATE;
            }
            SubmissionStatus status = submission.status();
            return withheld && status != SubmissionStatus.QUARANTINED ? SubmissionStatus.WITHHELD : status;
        }
    }
}
