package laurel.job;

/** States of a job. */
public enum JobState {
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED;

    /** Whether the job has ended. */
    boolean finished() {
        return this != QUEUED && this != RUNNING;
    }
}
