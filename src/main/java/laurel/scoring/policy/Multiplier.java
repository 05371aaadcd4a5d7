package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;

/**
 * What a pillar's sum is multiplied by: the more, the longer a streak is on that day, that day included; linear between two
 * lengths.
 *
 * @param minDayCount up to this length it is {@code minFactor}
 * @param maxDayCount from this length on it is {@code maxFactor}; above {@code minDayCount}
 */
@Serdeable
public record Multiplier(
        String streakKey, int minDayCount, int maxDayCount, BigDecimal minFactor, BigDecimal maxFactor) {
    /** Decimals of one that is shown. */
    static final int DECIMALS = 9;

    /** The multiplier at a length of the streak, exactly. */
    public Fraction at(int length) {
        if (length <= minDayCount) {
            return Fraction.of(minFactor);
        }
        if (length >= maxDayCount) {
            return Fraction.of(maxFactor);
        }
        BigDecimal span = BigDecimal.valueOf(maxDayCount - minDayCount);
        BigDecimal risen = maxFactor.subtract(minFactor).multiply(BigDecimal.valueOf(length - minDayCount));
        return new Fraction(minFactor.multiply(span).add(risen), span);
    }
}
