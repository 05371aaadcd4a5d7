package laurel.score;

import java.util.List;

/**
 * A submission that was taken out again, and what that changed.
 *
 * @param changes in every grouping of every window that it counted in; none where it had been removed before
 * @param dryRun  whether that is only what would be, and nothing was stored
 */
public record RemovedSubmission(ScoreSubmission submission, List<EntryChange> changes, boolean dryRun) {}
