package laurel.badge.rule;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.activity.Backlog;
import laurel.activity.ParticipantDay;
import laurel.badge.Badge;
import laurel.badge.BadgeRepository;
import laurel.badge.RuleKind;
import laurel.badge.award.Awards;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.DueBadgeRepository.DueDay;
import laurel.scoring.policy.ScoringPolicy;

/**
 * Awards badges that are earned by tallies over days: at once if few days are concerned, else in the background.
 */
@Singleton
public class TallyRules implements Backlog {
    private static final Set<RuleKind> KINDS = Set.of(RuleKind.COUNTER, RuleKind.PEERS);
    /** Days that one transaction processes. */
    private static final int MAX_DUE = 500;

    private final BadgeRepository badges;
    private final DueBadgeRepository due;
    private final ActivityRules activities;
    private final Awards awards;
    private final int max;

    /** @param max days of tallies that one transaction reads */
    TallyRules(
            BadgeRepository badges,
            DueBadgeRepository due,
            ActivityRules activities,
            Awards awards,
            @Value("${laurel.limits.badge-days:50000}") int max) {
        this.badges = badges;
        this.due = due;
        this.activities = activities;
        this.awards = awards;
        this.max = max;
    }

    /** Badges earned by changed tallies, as far as they are cheap to read; stores the other days for later. */
    public List<EarnedBadge> follow(int app, List<Badge> all, Collection<ParticipantDay> days, Instant now) {
        Map<Badge, ScoringPolicy> counting = days.isEmpty() ? Map.of() : counting(app, all);
        if (counting.isEmpty()) {
            return List.of();
        }
        List<TrailingDays> atOnce = new ArrayList<>();
        List<ParticipantDay> later = new ArrayList<>();
        long left = max;
        for (ParticipantDay day : days) {
            List<TrailingDays> concerned = TrailingDays.including(day, counting, today(now));
            long cost = concerned.stream().mapToLong(TrailingDays::cost).sum();
            if (cost <= left) {
                atOnce.addAll(concerned);
                left -= cost;
            } else {
                later.add(day);
            }
        }
        if (!later.isEmpty()) {
            int last = counting.keySet().stream().mapToInt(Badge::id).max().orElseThrow();
            due.add(app, later, last);
        }
        return activities.byTallies(counting, atOnce);
    }

    private Map<Badge, ScoringPolicy> counting(int app, List<Badge> all) {
        List<Badge> concerned = all.stream()
                .filter(badge -> KINDS.contains(badge.rule().kind()))
                .toList();
        return activities.policies(app, concerned);
    }

    private static LocalDate today(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    @Override
    public String name() {
        return "badges";
    }

    @Override
    public List<Integer> apps() {
        return due.apps();
    }

    @Override
    public long size(int limit) {
        return due.count(limit);
    }

    /** Processes the next days that are due. */
    @Override
    public int processPart(int app, int size, Instant now) {
        List<DueDay> next = due.next(app, MAX_DUE);
        if (next.isEmpty()) {
            return 0;
        }
        List<Badge> all = badges.awarded(app, KINDS);
        Map<Badge, ScoringPolicy> counting = counting(app, all);
        DueDays part = DueDays.of(next, counting, today(now), max);
        List<EarnedBadge> earned = activities.byTallies(counting, part.days());
        due.remove(part.done());
        part.rest().ifPresent(rest -> due.advance(rest));
        awards.grant(app, all, earned, now);
        return 1;
    }
}
