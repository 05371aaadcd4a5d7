package laurel.ranking.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to one of the boards, some time after the one before. */
sealed interface ModelStep {
    Duration pause();

    int board();

    /** One or more at once. */
    record Submit(Duration pause, int board, List<Throw> batch) implements ModelStep {}

    /**
     * Takes one back.
     *
     * @param which number of one that was taken; null is one that there never was
     */
    record Remove(
            Duration pause,
            int board,
            @Nullable Integer which,
            @Nullable String reason) implements ModelStep {}

    /**
     * What somebody submits.
     *
     * @param ago    how long before the present it was achieved; negative is ahead of it
     * @param key    number of an idempotency key
     * @param again  instead, sends the submission of this number among those sent before
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
     * What was achieved.
     *
     * @param score  fixed-point
     * @param broken a text to send in place of the score
     */
    record Attempt(long score, @Nullable String broken, long subscore) {}

    /** Where somebody plays. */
    record Place(
            String region,
            String platform,
            String mode,
            @Nullable Fault fault) {
        Map<String, String> values() {
            return Map.of("platform", platform, "region", region, "mode", mode);
        }
    }

    /** What is wrong with the group that a submission names. */
    enum Fault {
        UNKNOWN,
        MISSING,
        BLANK,
        LONG
    }
}
