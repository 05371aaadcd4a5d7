package laurel.score;

/** What a submission counts for. */
public enum SubmissionStatus {
    COUNTED,
    NO_SCORE,
    DUPLICATE,
    REMOVED
}
