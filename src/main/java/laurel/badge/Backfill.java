package laurel.badge;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.badge.Source.Place;
import laurel.badge.Source.Portion;
import laurel.database.Sql;
import laurel.streak.DayRules;
import org.jspecify.annotations.Nullable;

/** Who has earned a badge by what is stored: shown, and awarded. */
@Singleton
class Backfill {
    private final Sql sql;
    private final BadgeRepository badges;
    private final AwardRepository awarded;
    private final Awards awards;
    private final DayRules dayRules;
    private final List<Source> sources;
    private final int most;

    /** @param most windows or those who earn it by them, entries, runs or days that are looked at in one request */
    Backfill(
            Sql sql,
            BadgeRepository badges,
            AwardRepository awarded,
            Awards awards,
            DayRules dayRules,
            List<Source> sources,
            @Value("${laurel.limits.backfill:10000}") int most) {
        this.sql = sql;
        this.badges = badges;
        this.awarded = awarded;
        this.awards = awards;
        this.dayRules = dayRules;
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
    record Preview(int count, List<Earned> earned, boolean complete) {}

    /**
     * What was awarded.
     *
     * @param next where to go on; null where all was looked at
     */
    record Filled(Badge badge, int awarded, @Nullable Place next) {}

    /** Who would be awarded this badge now, each once for each period. */
    Preview preview(Badge badge, int first, Instant now) {
        Set<Earned.Key> seen = new HashSet<>();
        List<Earned> earned = new ArrayList<>();
        int looked = 0;
        Place after = null;
        do {
            Portion part = part(badge, after, now);
            Set<Earned.Key> there = awarded.there(part.earned());
            part.earned().stream()
                    .filter(one -> !there.contains(one.key()) && seen.add(one.key()))
                    .filter(one -> earned.size() < first)
                    .forEach(earned::add);
            looked += Math.max(1, part.looked());
            after = part.next();
        } while (after != null && looked < most);
        return new Preview(seen.size(), earned, after == null);
    }

    /**
     * Awards a badge to those who have earned it by what is stored, in parts, each in a transaction of its own. Refuses
     * BADGE_NOT_FOUND.
     *
     * @param after where the one before ended; null is from the beginning
     */
    Filled fill(int app, String key, @Nullable Place after, Instant now) {
        Badge badge = badges.byKey(app, key).orElseThrow(() -> Badges.unknown("badge"));
        int granted = 0;
        int looked = 0;
        Place from = after;
        do {
            Place place = from;
            Step step = sql.inTransaction(() -> step(badge, place, now));
            granted += step.granted;
            looked += Math.max(1, step.part.looked());
            from = step.part.next();
        } while (from != null && looked < most);
        return new Filled(badge, granted, from);
    }

    private record Step(Portion part, int granted) {}

    private Step step(Badge badge, @Nullable Place after, Instant now) {
        if (badge.rule().ofActivity()) {
            // Nobody else looks at the same runs and days meanwhile.
            dayRules.lock(badge.appId());
        } else {
            badges.hold(Set.of(badge.id()));
        }
        Portion part = part(badge, after, now);
        return new Step(
                part,
                awards.grant(badge.appId(), List.of(badge), part.earned(), now).size());
    }

    private Portion part(Badge badge, @Nullable Place after, Instant now) {
        for (Source source : sources) {
            if (source.kinds().contains(badge.rule().kind())) {
                return source.part(badge, after, now);
            }
        }
        return new Portion(List.of(), 0, null);
    }
}
