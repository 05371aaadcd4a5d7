package laurel.score;

import laurel.refusal.Refusal;

/** What became of one submission. */
public sealed interface SubmissionResult permits ScoreReceipt, SubmissionResult.Refused {
    /** Nothing of it was stored. */
    record Refused(Refusal refusal) implements SubmissionResult {}
}
