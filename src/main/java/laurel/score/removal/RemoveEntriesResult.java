package laurel.score.removal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.stream.Stream;
import laurel.score.submission.StandingChange;

/**
 * The result of a job that removes entries, so far.
 *
 * @param leaderboardCount number of leaderboards from which entries were removed
 * @param entryCount       number of removed entries
 * @param changes          the first changes
 * @param dryRun           whether nothing was stored
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RemoveEntriesResult(int leaderboardCount, long entryCount, List<StandingChange> changes, boolean dryRun) {
    /** Maximum number of changes in a result. */
    static final int MAX_CHANGES = 100;

    static RemoveEntriesResult none(boolean dryRun) {
        return new RemoveEntriesResult(0, 0, List.of(), dryRun);
    }

    /** The result on one leaderboard. */
    static RemoveEntriesResult of(CorrectedEntries removed, boolean dryRun) {
        List<StandingChange> changes = removed.standingChanges(change -> true);
        return new RemoveEntriesResult(1, changes.size(), changes, dryRun);
    }

    RemoveEntriesResult plus(RemoveEntriesResult next) {
        return new RemoveEntriesResult(
                leaderboardCount + next.leaderboardCount,
                entryCount + next.entryCount,
                Stream.concat(changes.stream(), next.changes.stream())
                        .limit(MAX_CHANGES)
                        .toList(),
                dryRun);
    }
}
