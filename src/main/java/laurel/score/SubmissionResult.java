package laurel.score;

import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.refusal.Refusal;

/** What became of one submission. */
public sealed interface SubmissionResult {
    /**
     * It stands.
     *
     * @param id         the submission's id in the ledger
     * @param score      the submitted score, fixed-point
     * @param receivedAt when it was first received
     * @param replayed   whether this is the answer to an earlier submission of the same idempotency key
     */
    record Accepted(
            long id,
            Leaderboard leaderboard,
            long participantId,
            long score,
            long subscore,
            Instant achievedAt,
            Instant receivedAt,
            boolean replayed,
            Answer answer)
            implements SubmissionResult {}

    /** Nothing of it was stored. */
    record Refused(Refusal refusal) implements SubmissionResult {}
}
