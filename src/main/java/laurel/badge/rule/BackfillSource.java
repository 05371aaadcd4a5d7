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
import laurel.badge.rule.RuleSource.Place;
import laurel.badge.rule.RuleSource.Portion;
import org.jspecify.annotations.Nullable;

/** Who has earned a badge by what is stored. {@link BadgeBackfill} awards it to them. */
@Singleton
public class BackfillSource {
    private final AwardRepository awarded;
    private final List<RuleSource> sources;
    private final int most;

    /** @param most windows or those who earn it by them, entries, runs or days that are looked at in one request */
    BackfillSource(
            AwardRepository awarded,
            List<RuleSource> sources,
            @Value("${laurel.limits.badge-candidates:10000}") int most) {
        this.awarded = awarded;
        this.sources = sources;
        this.most = most;
    }

    /**
     * Who would be awarded a badge.
     *
     * @param count    how many there are, of what was looked at
     * @param earned   the first of them
     * @param complete whether all was looked at
     */
    public record Preview(int count, List<EarnedBadge> earned, boolean complete) {}

    /** Who would be awarded this badge now, each once for each period. */
    public Preview preview(Badge badge, int first, Instant now) {
        Set<EarnedBadge.Key> seen = new HashSet<>();
        List<EarnedBadge> earned = new ArrayList<>();
        int looked = 0;
        Place after = null;
        do {
            Portion part = portion(badge, after, now);
            Set<EarnedBadge.Key> there = awarded.there(part.earned());
            part.earned().stream()
                    .filter(one -> !there.contains(one.key()) && seen.add(one.key()))
                    .filter(one -> earned.size() < first)
                    .forEach(earned::add);
            looked += Math.max(1, part.looked());
            after = part.next();
        } while (after != null && looked < most);
        return new Preview(seen.size(), earned, after == null);
    }

    /** The next who have earned this badge. */
    Portion portion(Badge badge, @Nullable Place after, Instant now) {
        for (RuleSource source : sources) {
            if (source.kinds().contains(badge.rule().kind())) {
                return source.part(badge, after, now);
            }
        }
        return new Portion(List.of(), 0, null);
    }
}
