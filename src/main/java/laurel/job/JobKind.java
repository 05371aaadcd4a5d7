package laurel.job;

import java.util.Set;

/** What a job does. */
public enum JobKind {
    BACKFILL_WINDOWS,
    BACKFILL_BADGE,
    CHECK_RANKINGS,
    RESCORE_DAYS,
    RECOUNT_STREAKS,
    BACKFILL_STREAK,
    REMOVE_ENTRIES,
    ERASE_PARTICIPANT;

    private static final Set<JobKind> COMPLETED =
            Set.of(RESCORE_DAYS, RECOUNT_STREAKS, BACKFILL_STREAK, ERASE_PARTICIPANT);

    /**
     * Whether a job may end before its work is complete. Otherwise it cannot be cancelled, and is retried without end,
     * because its work follows from a change that is already stored.
     */
    public boolean cancellable() {
        return !COMPLETED.contains(this);
    }
}
