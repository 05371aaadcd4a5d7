package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;

/**
 * Factor of a pillar's sum. Grows linearly with the length of a streak on the scored day, inclusive.
 *
 * @param minDayCount streak length up to which the factor is {@code minFactor}
 * @param maxDayCount streak length from which the factor is {@code maxFactor}; more than {@code minDayCount}
 */
@Serdeable
public record Multiplier(
        String streakKey, int minDayCount, int maxDayCount, BigDecimal minFactor, BigDecimal maxFactor) {
    /** Decimals of a factor in the API. */
    static final int DECIMALS = 9;

    /** Returns the exact factor for a streak length. */
    public Fraction at(int length) {
        if (length <= minDayCount) {
            return Fraction.of(minFactor);
        }
        if (length >= maxDayCount) {
            return Fraction.of(maxFactor);
        }
        BigDecimal span = BigDecimal.valueOf(maxDayCount - minDayCount);
        BigDecimal growth = maxFactor.subtract(minFactor).multiply(BigDecimal.valueOf(length - minDayCount));
        return new Fraction(minFactor.multiply(span).add(growth), span);
    }
}
