package laurel.score.submission;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import laurel.request.Refusal;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.ledger.SubmissionStatus;

/** What became of one submission. */
public sealed interface SubmissionResult {
    /** What the schema tells: the receipt, or the refusal itself. */
    default Object told() {
        return this instanceof Refused refused ? refused.refusal : this;
    }

    /** Nothing of it was stored. */
    record Refused(Refusal refusal) implements SubmissionResult {}

    /**
     * A submission that stands, and what it came to.
     *
     * @param duplicate whether this is the answer to an earlier submission of the same idempotency key
     */
    record ScoreReceipt(ScoreSubmission submission, boolean duplicate, Answer answer) implements SubmissionResult {
        public SubmissionStatus status() {
            return duplicate ? SubmissionStatus.DUPLICATE : submission.status();
        }
    }

    /**
     * What a submission came to.
     *
     * @param changes       one for each window that took it
     * @param closedWindows names of the windows that contain it and took nothing more
     */
    @Serdeable
    record Answer(List<EntryChange> changes, List<String> closedWindows) {}
}
