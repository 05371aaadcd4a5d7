package laurel.score.backfill;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a backfill of windows came to, so far.
 *
 * @param windowCount     how many windows got submissions that they did not have
 * @param submissionCount how many submissions were added to windows, once for each window
 * @param entryCount      how many entries were added, changed or removed
 * @param changes         the first of these
 * @param dryRun          whether nothing was stored
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BackfillWindowsResult(
        int windowCount, long submissionCount, long entryCount, List<BackfillChange> changes, boolean dryRun) {
    /** Most changes that a result lists. */
    static final int MOST_CHANGES = 100;

    static BackfillWindowsResult none(boolean dryRun) {
        return new BackfillWindowsResult(0, 0, 0, List.of(), dryRun);
    }

    BackfillWindowsResult plus(BackfillWindowsResult next) {
        return new BackfillWindowsResult(
                windowCount + next.windowCount,
                submissionCount + next.submissionCount,
                entryCount + next.entryCount,
                Stream.concat(changes.stream(), next.changes.stream())
                        .limit(MOST_CHANGES)
                        .toList(),
                dryRun);
    }
}
