package laurel.score;

import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one entry. The window is told by its name: after a dry run there may be none.
 *
 * @param startsAt      first moment of the window; null is since ever
 * @param previousScore fixed-point; null where there was no entry
 * @param score         fixed-point; null where there is none any more
 * @param previousRank  RANK() before; null where there was no entry
 * @param rank          RANK() afterwards; null where there is no entry any more
 */
public record FillChange(
        String window,
        ZoneId zone,
        @Nullable Instant startsAt,
        Group group,
        long participantId,
        @Nullable Long previousScore,
        @Nullable Long score,
        @Nullable Integer previousRank,
        @Nullable Integer rank,
        ScoreFormat scores) {}
