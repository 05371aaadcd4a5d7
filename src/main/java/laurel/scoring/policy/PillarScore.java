package laurel.scoring.policy;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Score of a pillar on a day.
 *
 * @param multiplier   factor of the sum, rounded; 1 if the pillar has no multiplier
 * @param streakLength length of the multiplier's streak on that day; null if the pillar has no multiplier
 */
public record PillarScore(
        String name,
        BigDecimal score,
        BigDecimal multiplier,
        @Nullable Integer streakLength,
        List<TermScore> terms) {
    /** Returns whether all terms are 0. */
    public boolean isZero() {
        return terms.stream().allMatch(term -> term.points().signum() == 0);
    }

    /**
     * Value of a term on a day, rounded.
     *
     * @param source       name of the counter or pillar that provides the amount
     * @param cappedAmount the amount, at most the cap
     * @param points       {@code weight * cappedAmount}
     */
    public record TermScore(
            String source, BigDecimal amount, BigDecimal cappedAmount, BigDecimal weight, BigDecimal points) {
        static TermScore of(ScoreTerm term, Fraction amount) {
            return new TermScore(
                    term.source(),
                    rounded(amount),
                    rounded(term.capped(amount)),
                    term.weight(),
                    rounded(term.points(amount)));
        }

        private static BigDecimal rounded(Fraction exact) {
            BigDecimal rounded = exact.rounded(Pillar.DECIMALS).stripTrailingZeros();
            return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
        }
    }
}
