package laurel.ranking.model.leaderboard;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;

/**
 * A participant's entry in a window, the same in each grouping.
 *
 * @param score      fixed-point; intermediate sums may exceed 64 bits
 * @param submission the submission that determines it
 * @param group      the group of the last submission
 */
record ModelEntry(
        BigInteger score,
        BigInteger subscore,
        Instant achievedAt,
        ModelAcceptedSubmission submission,
        ModelGroup group) {
    private static final Comparator<ModelEntry> LOW_FIRST =
            Comparator.comparing(ModelEntry::score).thenComparing(ModelEntry::subscore);

    /** The entry after a further submission. */
    ModelEntry with(ModelEntry submitted, ModelRules rules) {
        return switch (rules.mode()) {
            case REPLACE -> submitted;
            case INCREMENT ->
                new ModelEntry(
                        score.add(submitted.score),
                        subscore.add(submitted.subscore),
                        achievedAt.isAfter(submitted.achievedAt) ? achievedAt : submitted.achievedAt,
                        submitted.submission,
                        submitted.group);
            case MAX -> better(submitted, LOW_FIRST.compare(submitted, this), rules.tieRule());
            case MIN -> better(submitted, LOW_FIRST.compare(this, submitted), rules.tieRule());
        };
    }

    /** Whether it ranks before the other. */
    boolean outranks(ModelEntry other, SortOrder order) {
        int comparison = LOW_FIRST.compare(this, other);
        return order == SortOrder.DESCENDING ? comparison > 0 : comparison < 0;
    }

    /** Whether it can be stored. */
    boolean fitsInto64Bits() {
        return score.bitLength() < Long.SIZE && subscore.bitLength() < Long.SIZE;
    }

    private ModelEntry better(ModelEntry submitted, int comparison, TieRule ties) {
        boolean wins = comparison > 0
                || (comparison == 0
                        && switch (ties) {
                            case EARLIEST -> submitted.achievedAt.isBefore(achievedAt);
                            case LATEST -> submitted.achievedAt.isAfter(achievedAt);
                            case ID -> false;
                        });
        ModelEntry best = wins ? submitted : this;
        return new ModelEntry(best.score, best.subscore, best.achievedAt, best.submission, submitted.group);
    }
}
