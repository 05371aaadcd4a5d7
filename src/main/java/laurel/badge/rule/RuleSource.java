package laurel.badge.rule;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import laurel.badge.Badge;
import laurel.badge.RuleKind;
import laurel.badge.award.EarnedBadge;
import org.jspecify.annotations.Nullable;

/** Says who fulfils rules of some kinds by what is stored, part by part. */
public interface RuleSource {
    Set<RuleKind> kinds();

    /**
     * The next who fulfil a badge's rule, in whatever order.
     *
     * @param after where the part before ended; null is the first part
     */
    Portion part(Badge badge, @Nullable Place after, Instant now);

    /**
     * A part.
     *
     * @param looked how many windows, entries, runs or days were looked at
     * @param next   where it ended; null where it was the last
     */
    record Portion(
            List<EarnedBadge> earned, int looked, @Nullable Place next) {}

    /** Where a part ended: the key of the last that was looked at. */
    @Serdeable
    record Place(List<Long> key) {
        static Place of(Long... key) {
            return new Place(Arrays.asList(key));
        }

        long number(int part) {
            return key.get(part);
        }
    }
}
