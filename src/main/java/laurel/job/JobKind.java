package laurel.job;

/** What a job does. */
public enum JobKind {
    BACKFILL_WINDOWS,
    BACKFILL_BADGE,
    CHECK_RANKINGS
}
