package laurel.score.quarantine;

import java.util.List;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.ScoreSubmission;

/**
 * A submission that was approved or rejected.
 *
 * @param changes of entries in every grouping of the windows in which it now counts, or counts no more
 */
public record DecidedSubmission(ScoreSubmission submission, List<EntryChange> changes) {}
