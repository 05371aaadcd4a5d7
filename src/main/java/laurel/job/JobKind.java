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
    REMOVE_ENTRIES;

    private static final Set<JobKind> COMPLETED = Set.of(RESCORE_DAYS, RECOUNT_STREAKS, BACKFILL_STREAK);

    /**
     * Whether a job may end before all is done. If not, it cannot be cancelled, and is tried again however often it
     * fails: what it has to do follows from something that was changed already.
     */
    public boolean cancellable() {
        return !COMPLETED.contains(this);
    }
}
