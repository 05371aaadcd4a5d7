package laurel.ranking.model;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;

/**
 * What stands for a participant in a window; in each grouping the same.
 *
 * @param score fixed-point; may exceed 64 bits on the way
 * @param made  the submission that made it what it is
 * @param group what the last submission named
 */
record ModelEntry(BigInteger score, BigInteger subscore, Instant achievedAt, ModelRow made, ModelGroup group) {
    private static final Comparator<ModelEntry> LOW_FIRST =
            Comparator.comparing(ModelEntry::score).thenComparing(ModelEntry::subscore);

    /** What stands once a submission has met this. */
    ModelEntry with(ModelEntry submitted, ModelRules rules) {
        return switch (rules.mode()) {
            case REPLACE -> submitted;
            case INCREMENT ->
                new ModelEntry(
                        score.add(submitted.score),
                        subscore.add(submitted.subscore),
                        achievedAt.isAfter(submitted.achievedAt) ? achievedAt : submitted.achievedAt,
                        submitted.made,
                        submitted.group);
            case MAX -> better(submitted, LOW_FIRST.compare(submitted, this), rules.tieRule());
            case MIN -> better(submitted, LOW_FIRST.compare(this, submitted), rules.tieRule());
        };
    }

    /** Whether this has a better rank than the other. */
    boolean outranks(ModelEntry other, SortOrder order) {
        int comparison = LOW_FIRST.compare(this, other);
        return order == SortOrder.DESCENDING ? comparison > 0 : comparison < 0;
    }

    /** Whether it can be kept. */
    boolean fits() {
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
        return new ModelEntry(best.score, best.subscore, best.achievedAt, best.made, submitted.group);
    }
}
