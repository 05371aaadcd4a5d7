package laurel.ranking;

import java.time.Instant;
import java.util.Comparator;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import org.jspecify.annotations.Nullable;

/**
 * What stands for a participant in a window.
 *
 * @param score fixed-point
 * @param says  what the metadata of the submission that made it holds
 */
record ModelEntry(
        long score,
        long subscore,
        Instant achievedAt,
        @Nullable Integer says) {
    private static final Comparator<ModelEntry> LOW_FIRST =
            Comparator.comparingLong(ModelEntry::score).thenComparingLong(ModelEntry::subscore);

    /** What stands once a submission has met this; throws ArithmeticException beyond 64 bits. */
    ModelEntry with(ModelEntry submitted, UpdateMode mode, TieRule ties) {
        return switch (mode) {
            case REPLACE -> submitted;
            case INCREMENT ->
                new ModelEntry(
                        Math.addExact(score, submitted.score),
                        Math.addExact(subscore, submitted.subscore),
                        achievedAt.isAfter(submitted.achievedAt) ? achievedAt : submitted.achievedAt,
                        submitted.says);
            case MAX -> better(submitted, LOW_FIRST.compare(submitted, this), ties);
            case MIN -> better(submitted, LOW_FIRST.compare(this, submitted), ties);
        };
    }

    /** Whether this has a better rank than the other. */
    boolean outranks(ModelEntry other, SortOrder order) {
        int comparison = LOW_FIRST.compare(this, other);
        return order == SortOrder.DESCENDING ? comparison > 0 : comparison < 0;
    }

    private ModelEntry better(ModelEntry submitted, int comparison, TieRule ties) {
        boolean wins = comparison > 0
                || (comparison == 0
                        && switch (ties) {
                            case EARLIEST -> submitted.achievedAt.isBefore(achievedAt);
                            case LATEST -> submitted.achievedAt.isAfter(achievedAt);
                            case ID -> false;
                        });
        return wins ? submitted : this;
    }
}
