package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import laurel.database.partition.PartitionedId;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.ledger.ScoreSubmission.SubmissionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Selects submissions of an app. All conditions must match; null matches all.
 *
 * @param includePrivate whether submissions of private leaderboards match
 */
@Introspected
public record ScoreSubmissionFilter(
        int app,
        boolean includePrivate,
        @Nullable Integer leaderboardId,
        @Nullable Long participantId,
        TimeSpan achieved,
        TimeSpan received,
        @Nullable SubmissionStatus status) {
    /** Maximum range of receipt if the other conditions are not those of an index. */
    static final Duration MAX_SEARCHED = Duration.ofDays(31);

    /**
     * A range of time.
     *
     * @param start inclusive; null for no start
     * @param end   exclusive; null for no end
     */
    @Introspected
    public record TimeSpan(
            @Nullable Instant start, @Nullable Instant end) {
        private boolean isLimited() {
            return start != null || end != null;
        }

        private boolean isEmpty() {
            return start != null && end != null && !start.isBefore(end);
        }
    }

    /**
     * Throws INVALID_ARGUMENT if a range is empty, or if the conditions could read all submissions of the app or of a
     * leaderboard to find few. Quarantined submissions have an index of their own.
     *
     * @param leaderboard whether a leaderboard is given, existing or not
     * @param participant whether a participant is given, existing or not
     */
    public static void check(
            boolean leaderboard,
            boolean participant,
            TimeSpan achieved,
            TimeSpan received,
            @Nullable SubmissionStatus status,
            Instant now) {
        if (achieved.isEmpty()) {
            throw invalid("`filter.achievedEndTime` must be after `filter.achievedStartTime`.");
        }
        if (received.isEmpty()) {
            throw invalid("`filter.receivedEndTime` must be after `filter.receivedStartTime`.");
        }
        if (participant || status == SubmissionStatus.QUARANTINED) {
            return;
        }
        if (!leaderboard && received.start == null) {
            throw invalid("`filter` must have `leaderboardKey`, `participant` or `receivedStartTime`.");
        }
        if ((achieved.isLimited() || status != null) && !isSearchable(received, now)) {
            throw invalid(
                    "`filter` must have `participant`, or a range from `receivedStartTime` to `receivedEndTime` of at most "
                            + MAX_SEARCHED.toDays()
                            + " days, if it has `status`, `achievedStartTime` or `achievedEndTime`.");
        }
    }

    private static boolean isSearchable(TimeSpan received, Instant now) {
        Instant end = received.end == null ? now : received.end;
        return received.start != null && !received.start.plus(MAX_SEARCHED).isBefore(end);
    }

    private static RequestException invalid(String message) {
        return new RequestException(RequestErrorCode.INVALID_ARGUMENT, message);
    }

    /** The earliest time of receipt: a submission is received at most {@link ScoreSubmission#MAX_LEAD} before it is achieved. */
    @Nullable
    Instant receivedFrom() {
        Instant earliest = achieved.start == null ? null : achieved.start.minus(ScoreSubmission.MAX_LEAD);
        return earliest == null || (received.start != null && received.start.isAfter(earliest))
                ? received.start
                : earliest;
    }

    /** The lowest ID in the partition of the earliest time of receipt. */
    long firstId() {
        Instant from = receivedFrom();
        return from == null ? 0 : PartitionedId.first(Ledger.month(from));
    }

    /** An ID after all of the partition of the latest time of receipt. */
    long endId() {
        return received.end == null
                ? Long.MAX_VALUE
                : PartitionedId.first(Ledger.month(received.end.minusNanos(1)) + 1);
    }
}
