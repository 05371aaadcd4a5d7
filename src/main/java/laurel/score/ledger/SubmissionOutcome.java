package laurel.score.ledger;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import laurel.score.entry.EntryChange;

/**
 * The effect of a submission, as the ledger stores it to repeat it to retries.
 *
 * @param changes       one for each grouping of each window that accepted the submission
 * @param closedWindows names of the windows that contain {@code achievedAt} and are closed
 */
@Serdeable
public record SubmissionOutcome(List<EntryChange> changes, List<String> closedWindows) {}
