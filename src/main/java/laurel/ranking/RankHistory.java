package laurel.ranking;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Which windows a participant's history leads through, newest first.
 *
 * @param definition of the windows
 * @param now        the board's present: they have started by then
 * @param size       how many
 * @param after      id of the last of the page before; null is the first page
 */
record RankHistory(
        int leaderboardId,
        String definition,
        ZoneId zone,
        Instant now,
        int size,
        @Nullable Long after) {}
