package laurel.scoring.policy;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An exact number: 15 of 29 days is no decimal one.
 *
 * @param denominator a whole number above 0
 */
public record Fraction(BigDecimal numerator, BigDecimal denominator) {
    public static final Fraction ZERO = of(BigDecimal.ZERO);
    public static final Fraction ONE = of(BigDecimal.ONE);

    public static Fraction of(BigDecimal whole) {
        return new Fraction(whole, BigDecimal.ONE);
    }

    public Fraction plus(Fraction other) {
        if (denominator.compareTo(other.denominator) == 0) {
            return new Fraction(numerator.add(other.numerator), denominator);
        }
        var common = new BigDecimal(denominator.toBigIntegerExact().gcd(other.denominator.toBigIntegerExact()));
        // Over the least common denominator: that of a sum of many grows no further than all that are different ask
        // for.
        BigDecimal mine = other.denominator.divideToIntegralValue(common);
        BigDecimal its = denominator.divideToIntegralValue(common);
        return new Fraction(numerator.multiply(mine).add(other.numerator.multiply(its)), denominator.multiply(mine));
    }

    public Fraction times(Fraction other) {
        return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    public Fraction times(BigDecimal factor) {
        return new Fraction(numerator.multiply(factor), denominator);
    }

    /** At most this much. */
    public Fraction atMost(BigDecimal cap) {
        return numerator.compareTo(cap.multiply(denominator)) > 0 ? of(cap) : this;
    }

    /** The one time that it is divided. */
    public BigDecimal rounded(int decimals) {
        return numerator.divide(denominator, decimals, RoundingMode.HALF_UP);
    }
}
