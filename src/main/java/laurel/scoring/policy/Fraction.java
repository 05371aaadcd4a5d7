package laurel.scoring.policy;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An exact fraction. A multiplier for 15 of 29 days has no exact decimal representation.
 *
 * @param denominator positive integer
 */
record Fraction(BigDecimal numerator, BigDecimal denominator) {
    static final Fraction ZERO = of(BigDecimal.ZERO);
    static final Fraction ONE = of(BigDecimal.ONE);

    static Fraction of(BigDecimal whole) {
        return new Fraction(whole, BigDecimal.ONE);
    }

    /** Adds over the least common denominator, so that the denominator of a long sum stays small. */
    Fraction plus(Fraction other) {
        if (denominator.compareTo(other.denominator) == 0) {
            return new Fraction(numerator.add(other.numerator), denominator);
        }
        var common = new BigDecimal(denominator.toBigIntegerExact().gcd(other.denominator.toBigIntegerExact()));

        BigDecimal ownFactor = other.denominator.divideToIntegralValue(common);
        BigDecimal otherFactor = denominator.divideToIntegralValue(common);
        return new Fraction(
                numerator.multiply(ownFactor).add(other.numerator.multiply(otherFactor)),
                denominator.multiply(ownFactor));
    }

    Fraction times(Fraction other) {
        return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Fraction times(BigDecimal factor) {
        return new Fraction(numerator.multiply(factor), denominator);
    }

    /** Returns the smaller of this number and a cap. */
    Fraction atMost(BigDecimal cap) {
        return numerator.compareTo(cap.multiply(denominator)) > 0 ? of(cap) : this;
    }

    /** Rounds half up. The only division. */
    BigDecimal rounded(int decimals) {
        return numerator.divide(denominator, decimals, RoundingMode.HALF_UP);
    }
}
