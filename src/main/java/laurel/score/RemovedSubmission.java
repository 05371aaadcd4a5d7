package laurel.score;

import java.util.List;

/**
 * A submission that was taken out again, and what that changed.
 *
 * @param changes in every grouping of every window that it counted in; none where it had been removed before
 */
public record RemovedSubmission(ScoreSubmission submission, List<EntryChange> changes) {}
