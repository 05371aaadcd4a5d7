package laurel.score;

import laurel.refusal.Refusal;

/** What became of one submission. */
public sealed interface SubmissionResult permits ScoreReceipt, SubmissionResult.Refused {
    /** What the schema tells: the receipt, or the refusal itself. */
    default Object told() {
        return this instanceof Refused refused ? refused.refusal : this;
    }

    /** Nothing of it was stored. */
    record Refused(Refusal refusal) implements SubmissionResult {}
}
