package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What one group has otherwise than its board.
 *
 * @param group     of one of the board's groupings
 * @param timeZone      of its calendar windows; null is the board's
 * @param sortOrder which scores stand first in it; null is the board's
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupOverride(
        Group group, @Nullable ZoneId timeZone, @Nullable SortOrder sortOrder) {}
