package laurel.score.ledger;

/** Whether a submission counts. */
public enum SubmissionStatus {
    COUNTED,
    NO_SCORE,
    DUPLICATE,
    REMOVED
}
