package laurel.score.ledger;

/** What a submission counts for. */
public enum SubmissionStatus {
    COUNTED,
    NO_SCORE,
    DUPLICATE,
    REMOVED
}
