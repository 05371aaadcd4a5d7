package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A submission in the ledger: the fact that was sent, or that a new season carried over.
 *
 * @param decimals    of the scores of the leaderboard
 * @param score       fixed-point; null if none was submitted
 * @param groupValues a value for each attribute of the leaderboard's groupings
 * @param removedAt   since then it counts nowhere; null if it was not removed
 * @param carriedFrom the window whose score a new season carried over; null if a client sent the submission
 * @param review      whether it was quarantined, and what was decided
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
        @Nullable Long carriedFrom,
        SubmissionQuarantine review)
        implements Measured {
    /**
     * How far {@code achievedAt} may be after the time of receipt: a day in the earliest time zone starts 26 hours before
     * it starts in the latest.
     */
    public static final Duration MAX_LEAD = Duration.ofDays(2);

    @Override
    public long heldBytes() {
        return metadata == null ? 0 : metadata.text().length();
    }

    /** The position in the order in which the submissions of a leaderboard took effect. */
    public long number() {
        return PartitionedId.number(id);
    }

    /** The submissions of a participant that counted in a window, including removed ones. */
    public record SubmissionFilter(long windowId, long participantId) {}

    /** The format of the scores of the leaderboard. */
    public ScoreFormat scores() {
        return new ScoreFormat(decimals);
    }

    /** Why it was quarantined, and what was decided; null if it never was quarantined. */
    public @Nullable SubmissionQuarantine quarantine() {
        return review.quarantineReasons() == null ? null : review;
    }

    public SubmissionStatus status() {
        if (removedAt != null) {
            return SubmissionStatus.REMOVED;
        }
        if (!review.counts()) {
            return review.decision() == null ? SubmissionStatus.QUARANTINED : SubmissionStatus.REJECTED;
        }
        return score == null ? SubmissionStatus.NO_SCORE : SubmissionStatus.COUNTED;
    }

    /** Whether a submission counts. */
    public enum SubmissionStatus {
        COUNTED,
        NO_SCORE,
        DUPLICATE,
        WITHHELD,
        QUARANTINED,
        REJECTED,
        REMOVED
    }
}
