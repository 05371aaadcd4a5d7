package laurel.score;

import java.time.Instant;
import laurel.database.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import org.jspecify.annotations.Nullable;

/**
 * A submission as the ledger keeps it: the fact that was sent.
 *
 * @param score      fixed-point
 * @param groupValues a value for each attribute of its board's groupings
 * @param decimals   digits after the point of its board's scores
 * @param receivedAt when it was first received
 */
public record ScoreSubmission(
        long id,
        int leaderboardId,
        int decimals,
        long participantId,
        long score,
        long subscore,
        Group groupValues,
        Instant achievedAt,
        Instant receivedAt,
        @Nullable Json metadata,
        @Nullable String idempotencyKey) {

    /** Reads and writes its board's scores. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }
}
