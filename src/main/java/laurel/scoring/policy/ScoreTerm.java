package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A part of a pillar's sum: {@code weight * min(source, cap)}.
 *
 * @param source name of a counter or of another pillar
 * @param cap    null is none
 */
@Serdeable
public record ScoreTerm(
        String source, BigDecimal weight, @Nullable BigDecimal cap) {
    /** How much counts of this much. */
    public Fraction capped(Fraction count) {
        return cap == null ? count : count.atMost(cap);
    }

    /** What this much is worth. */
    public Fraction points(Fraction count) {
        return capped(count).times(weight);
    }
}
