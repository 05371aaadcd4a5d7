package laurel.score.backfill;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a backfill of windows, so far.
 *
 * @param windowCount     number of windows to which submissions were added
 * @param submissionCount number of submissions added to windows, once for each window
 * @param entryCount      number of entries added, changed or removed
 * @param changes         the first changes of entries
 * @param dryRun          whether nothing was stored
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BackfillWindowsResult(
        int windowCount, long submissionCount, long entryCount, List<BackfillChange> changes, boolean dryRun) {
    /** Maximum number of changes in a result. */
    static final int MAX_CHANGES = 100;

    static BackfillWindowsResult none(boolean dryRun) {
        return new BackfillWindowsResult(0, 0, 0, List.of(), dryRun);
    }

    BackfillWindowsResult plus(BackfillWindowsResult next) {
        return new BackfillWindowsResult(
                windowCount + next.windowCount,
                submissionCount + next.submissionCount,
                entryCount + next.entryCount,
                Stream.concat(changes.stream(), next.changes.stream())
                        .limit(MAX_CHANGES)
                        .toList(),
                dryRun);
    }
}
