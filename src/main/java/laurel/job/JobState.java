package laurel.job;

/** How far a job is. */
public enum JobState {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    /** Whether nothing more is done. */
    boolean finished() {
        return this != QUEUED && this != RUNNING;
    }
}
