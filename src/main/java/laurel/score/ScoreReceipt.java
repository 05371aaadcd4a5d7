package laurel.score;

/**
 * A submission that stands, and what it came to.
 *
 * @param replayed whether this is the answer to an earlier submission of the same idempotency key
 */
public record ScoreReceipt(ScoreSubmission submission, boolean replayed, Answer answer) implements SubmissionResult {}
