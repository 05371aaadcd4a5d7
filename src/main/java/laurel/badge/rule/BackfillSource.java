package laurel.badge.rule;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.badge.Badge;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.RuleSource.Portion;
import laurel.badge.rule.RuleSource.PortionEnd;
import org.jspecify.annotations.Nullable;

/** Finds the participants that have earned a badge by stored data. {@link BadgeBackfill} awards it to them. */
@Singleton
public class BackfillSource {
    private final AwardRepository awarded;
    private final List<RuleSource> sources;
    private final int limit;

    /** @param limit windows, earners, entries, runs or days that one preview reads */
    BackfillSource(
            AwardRepository awarded,
            List<RuleSource> sources,
            @Value("${laurel.limits.badge-candidates:10000}") int limit) {
        this.awarded = awarded;
        this.sources = sources;
        this.limit = limit;
    }

    /**
     * Awards that a backfill would make.
     *
     * @param count    number of awards in the part that was read
     * @param earned   the first awards
     * @param complete whether everything was read, without a window that is being corrected
     */
    public record Preview(int count, List<EarnedBadge> earned, boolean complete) {}

    /** The awards that a backfill would make now, at most one per participant and period. */
    public Preview preview(Badge badge, int first, Instant now) {
        Set<EarnedBadge.Key> seen = new HashSet<>();
        List<EarnedBadge> earned = new ArrayList<>();
        int read = 0;
        PortionEnd after = null;
        Portion part;
        do {
            part = portion(badge, after, now);
            Set<EarnedBadge.Key> existing = awarded.existing(part.earned());
            part.earned().stream()
                    .filter(one -> !existing.contains(one.key()) && seen.add(one.key()))
                    .filter(one -> earned.size() < first)
                    .forEach(earned::add);
            read += Math.max(1, part.readCount());
            after = part.next();
        } while (after != null && !part.waits() && read < limit);
        return new Preview(seen.size(), earned, after == null);
    }

    /** The next participants that have earned the badge. */
    Portion portion(Badge badge, @Nullable PortionEnd after, Instant now) {
        for (RuleSource source : sources) {
            if (source.kinds().contains(badge.rule().kind())) {
                return source.part(badge, after, now);
            }
        }
        return new Portion(List.of(), 0, null);
    }
}
