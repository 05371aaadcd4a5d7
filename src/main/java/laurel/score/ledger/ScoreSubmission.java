package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A submission as the ledger keeps it: the fact that was sent, or that a new season carried over.
 *
 * @param score      fixed-point; null if none was submitted
 * @param groupValues a value for each attribute of its board's groupings
 * @param decimals   digits after the point of its board's scores
 * @param receivedAt when it was first received
 * @param removedAt  when it was taken out again, since when it counts nowhere; null where it was not
 * @param carriedFrom the window whose score was carried over to make it, when a season started; null where it was submitted
 */
@Introspected
public record ScoreSubmission(
        long id,
        int leaderboardId,
        int decimals,
        long participantId,
        @Nullable Long score,
        long subscore,
        Group groupValues,
        Instant achievedAt,
        Instant receivedAt,
        @Nullable Json metadata,
        @Nullable String idempotencyKey,
        @Nullable Instant removedAt,
        @Nullable String removalReason,
        @Nullable Long carriedFrom)
        implements Measured {

    @Override
    public long heldBytes() {
        return metadata == null ? 0 : metadata.text().length();
    }

    /** Of the submissions of one board, the order in which they took effect. */
    public long number() {
        return PartitionedId.number(id);
    }

    /** The submissions of a participant that counted in a window. */
    public record SubmissionFilter(long windowId, long participantId) {}

    /** Reads and writes its board's scores. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }

    /** What it is at present. */
    public SubmissionStatus status() {
        if (removedAt != null) {
            return SubmissionStatus.REMOVED;
        }
        return score == null ? SubmissionStatus.NO_SCORE : SubmissionStatus.COUNTED;
    }
}
