package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one group that differ from those of its leaderboard.
 *
 * @param group     a group of one of the leaderboard's groupings
 * @param timeZone  time zone of its calendar windows; null for the leaderboard's
 * @param sortOrder which scores rank first in it; null for the leaderboard's
 * @param updateMode how scores combine in it; null for the leaderboard's
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupOverride(
        Group group,
        @Nullable ZoneId timeZone,
        @Nullable SortOrder sortOrder,
        @Nullable UpdateMode updateMode) {
    /** Whether scores combine in the group in another way than in the leaderboard. */
    boolean changes(UpdateMode leaderboards) {
        return updateMode != null && updateMode != leaderboards;
    }
}
