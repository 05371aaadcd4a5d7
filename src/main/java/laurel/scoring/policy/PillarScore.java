package laurel.scoring.policy;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pillar came to on a day.
 *
 * @param multiplier   rounded
 * @param streakLength on that day; null where the pillar has no multiplier
 */
public record PillarScore(
        String name,
        BigDecimal score,
        BigDecimal multiplier,
        @Nullable Integer streakLength,
        List<TermScore> terms) {
    /** Whether nothing that it adds up was done. */
    public boolean idle() {
        return terms.stream().allMatch(term -> term.points().signum() == 0);
    }

    /**
     * What a term came to on a day, rounded.
     *
     * @param source       name of the counter or pillar
     * @param amount       how much of it there was
     * @param cappedAmount how much of that counted
     * @param points       what it was worth
     */
    public record TermScore(
            String source, BigDecimal amount, BigDecimal cappedAmount, BigDecimal weight, BigDecimal points) {
        public static TermScore of(ScoreTerm term, Fraction count) {
            return new TermScore(
                    term.source(), shown(count), shown(term.capped(count)), term.weight(), shown(term.points(count)));
        }

        private static BigDecimal shown(Fraction exact) {
            BigDecimal rounded = exact.rounded(Pillar.DECIMALS).stripTrailingZeros();
            return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
        }
    }
}
