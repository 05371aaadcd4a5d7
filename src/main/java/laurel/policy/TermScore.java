package laurel.policy;

import java.math.BigDecimal;

/**
 * What a term came to on a day, rounded.
 *
 * @param of     name of the counter or pillar
 * @param count  how much of it there was
 * @param capped how much of that counted
 * @param points what it was worth
 */
public record TermScore(String of, BigDecimal count, BigDecimal capped, BigDecimal weight, BigDecimal points) {
    static TermScore of(Term term, Fraction count) {
        return new TermScore(
                term.of(), shown(count), shown(term.capped(count)), term.weight(), shown(term.points(count)));
    }

    private static BigDecimal shown(Fraction exact) {
        BigDecimal rounded = exact.rounded(Pillar.DECIMALS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
