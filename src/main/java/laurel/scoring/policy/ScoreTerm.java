package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Term of a pillar's sum: {@code weight * min(amount, cap)}.
 *
 * @param source name of the counter or pillar that provides the amount
 * @param cap    highest amount that counts; null if there is no limit
 */
@Serdeable
public record ScoreTerm(
        String source, BigDecimal weight, @Nullable BigDecimal cap) {
    /** Returns the amount that counts. */
    Fraction capped(Fraction amount) {
        return cap == null ? amount : amount.atMost(cap);
    }

    /** Returns the points for an amount. */
    Fraction points(Fraction amount) {
        return capped(amount).times(weight);
    }
}
