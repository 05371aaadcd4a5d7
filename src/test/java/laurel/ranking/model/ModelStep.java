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
    record Submit(Duration pause, int board, List<Throw> batch) implements ModelStep {}

    /**
     * Removes a submission.
     *
     * @param which number of an accepted submission; null for one that does not exist
     */
    record Remove(
            Duration pause,
            int board,
            @Nullable Integer which,
            @Nullable String reason) implements ModelStep {}

    /**
     * A submission.
     *
     * @param ago    time since it was achieved; negative for the future
     * @param key    number of an idempotency key
     * @param again  number of an earlier submission to send instead
     */
    record Throw(
            int who,
            Attempt attempt,
            @Nullable Duration ago,
            boolean says,
            @Nullable Integer key,
            @Nullable Integer again,
            Place place) {}

    /**
     * A score to submit.
     *
     * @param score  fixed-point
     * @param broken a text to send instead of the score
     */
    record Attempt(long score, @Nullable String broken, long subscore) {}

    /** The group of a submission. */
    record Place(
            String region,
            String platform,
            String mode,
            @Nullable Fault fault) {
        Map<String, String> values() {
            return Map.of("platform", platform, "region", region, "mode", mode);
        }
    }

    /** A fault in the group of a submission. */
    enum Fault {
        UNKNOWN,
        MISSING,
        BLANK,
        LONG
    }
}
