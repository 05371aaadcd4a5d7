package laurel.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;

/**
 * What a pillar's sum is multiplied by: the more, the longer a streak is on that day, that day included; linear between two
 * lengths.
 *
 * @param streak key
 * @param from   up to this length it is {@code least}
 * @param to     from this length on it is {@code most}; above {@code from}
 */
@Serdeable
public record Multiplier(String streak, int from, int to, BigDecimal least, BigDecimal most) {
    /** Decimals of one that is shown. */
    static final int DECIMALS = 9;

    /** The multiplier at a length of the streak, exactly. */
    Fraction at(int length) {
        if (length <= from) {
            return Fraction.of(least);
        }
        if (length >= to) {
            return Fraction.of(most);
        }
        BigDecimal span = BigDecimal.valueOf(to - from);
        BigDecimal risen = most.subtract(least).multiply(BigDecimal.valueOf(length - from));
        return new Fraction(least.multiply(span).add(risen), span);
    }
}
