package laurel.policy;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pillar came to on a day.
 *
 * @param multiplier rounded
 * @param length     of the streak on that day; null where the pillar has no multiplier
 */
public record PillarScore(
        String name,
        BigDecimal score,
        BigDecimal multiplier,
        @Nullable Integer length,
        List<TermScore> terms) {
    /** Whether nothing that it adds up was done. */
    boolean idle() {
        return terms.stream().allMatch(term -> term.points().signum() == 0);
    }
}
