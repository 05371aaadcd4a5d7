package laurel.ranking.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to one of the leaderboards, after a pause. */
sealed interface ModelStep {
    Duration pause();

    int board();

    /** One or more submissions in one request. */
    record Submit(Duration pause, int board, List<RandomSubmission> batch) implements ModelStep {}

    /**
     * Removes a submission.
     *
     * @param number number of an accepted submission; null for one that does not exist
     */
    record Remove(
            Duration pause,
            int board,
            @Nullable Integer number,
            @Nullable String reason) implements ModelStep {}

    /**
     * A submission.
     *
     * @param ago    time since it was achieved; negative for the future
     * @param key    number of an idempotency key
     * @param repeat number of an earlier submission to send instead
     */
    record RandomSubmission(
            int participant,
            SubmittedScore score,
            @Nullable Duration ago,
            boolean note,
            @Nullable Integer key,
            @Nullable Integer repeat,
            SubmittedGroup group) {}

    /**
     * A score to submit.
     *
     * @param score  fixed-point
     * @param invalid a text to send instead of the score
     */
    record SubmittedScore(long score, @Nullable String invalid, long subscore) {}

    /** The group of a submission. */
    record SubmittedGroup(
            String region,
            String platform,
            String mode,
            @Nullable GroupFault fault) {
        Map<String, String> values() {
            return Map.of("platform", platform, "region", region, "mode", mode);
        }
    }

    /** A fault in the group of a submission. */
    enum GroupFault {
        UNKNOWN,
        MISSING,
        BLANK,
        LONG
    }
}
