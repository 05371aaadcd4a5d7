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

/** Finds the participants that fulfil rules of some kinds by stored data, in portions. */
public interface RuleSource {
    Set<RuleKind> kinds();

    /**
     * The next participants that fulfil a badge's rule, in any order. Throws ACTIVITY_INCOMPLETE if one may fulfil it on days
     * that a burst rule cannot count.
     *
     * @param after where the portion before ended; null for the first portion
     */
    Portion part(Badge badge, @Nullable PortionEnd after, Instant now);

    /**
     * A portion.
     *
     * @param readCount windows, entries, runs or days that were read
     * @param next      where it ended; null if it was the last
     * @param waits     whether nothing was read, because what is next is being corrected
     */
    record Portion(
            List<EarnedBadge> earned,
            int readCount,
            @Nullable PortionEnd next,
            boolean waits) {
        /** A portion that was read. */
        Portion(List<EarnedBadge> earned, int readCount, @Nullable PortionEnd next) {
            this(earned, readCount, next, false);
        }
    }

    /** Where a portion ended: the key of the last row that was read. */
    @Serdeable
    record PortionEnd(List<Long> key) {
        static PortionEnd of(Long... key) {
            return new PortionEnd(Arrays.asList(key));
        }

        long number(int part) {
            return key.get(part);
        }
    }
}
