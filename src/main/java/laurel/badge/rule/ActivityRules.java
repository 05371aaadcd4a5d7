package laurel.badge.rule;

import static java.util.stream.Collectors.joining;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.activity.EventRole;
import laurel.activity.retention.ActivityRetention;
import laurel.badge.Badge;
import laurel.badge.RuleKind;
import laurel.badge.award.BadgeAwardEvidence;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.ActivityRuleRepository.Candidate;
import laurel.badge.rule.ActivityRuleRepository.Counted;
import laurel.badge.rule.ActivityRuleRepository.CountedDays;
import laurel.badge.rule.ActivityRuleRepository.Reached;
import laurel.badge.rule.ActivityRuleRepository.StreakBadge;
import laurel.participant.Participants;
import laurel.scoring.policy.Counter;
import laurel.scoring.policy.EventRoleFilter;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringRules;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.streak.run.StreakChange;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by activity: by streaks, by counters of scoring policies, and by number of peers. */
@Singleton
public class ActivityRules implements RuleSource {
    private static final int AT_ONCE = 500;
    /** Reading this many participants without activity takes as long as reading a day. */
    private static final int PARTICIPANTS_PER_DAY = 10;

    private static final LocalDate AFTER_ALL_DAYS = LocalDate.of(9999, 12, 31);
    /** Start of the first portion. */
    private static final PortionEnd FIRST =
            PortionEnd.of(0L, LocalDate.of(0, 1, 1).toEpochDay());

    private static final String PARTS =
            Arrays.stream(EventRole.values()).map(Enum::name).collect(joining(" "));

    private final ActivityRuleRepository repository;
    private final Participants participants;
    private final Streaks streaks;
    private final ScoringPolicies policies;
    private final int maxDays;

    /** @param maxDays days of tallies that one portion reads */
    ActivityRules(
            ActivityRuleRepository repository,
            Participants participants,
            Streaks streaks,
            ScoringPolicies policies,
            @Value("${laurel.limits.badge-days:50000}") int maxDays) {
        this.repository = repository;
        this.participants = participants;
        this.streaks = streaks;
        this.policies = policies;
        this.maxDays = maxDays;
    }

    /** Badges earned by changed streaks. */
    public List<EarnedBadge> byStreaks(int app, List<Badge> badges, Collection<StreakChange> changes) {
        List<Badge> concerned = badges.stream()
                .filter(badge -> badge.rule().kind() == RuleKind.STREAK)
                .toList();
        if (concerned.isEmpty() || changes.isEmpty()) {
            return List.of();
        }
        Map<String, Streak> byKey =
                streaks.active(app).stream().collect(Collectors.toMap(Streak::key, Function.identity()));
        List<StreakBadge> of = concerned.stream()
                .flatMap(badge -> Stream.ofNullable(byKey.get(badge.rule().streakKey()))
                        .map(streak -> new StreakBadge(badge, streak.id())))
                .toList();
        return earned(concerned, repository.runs(of, changes));
    }

    /** Badges earned by consecutive days that end with these. Days that a burst rule cannot count earn none. */
    List<EarnedBadge> byTallies(Map<Badge, ScoringPolicy> counting, List<TrailingDays> days) {
        return days.isEmpty()
                ? List.of()
                : earned(
                        counting.keySet(),
                        counted(counting, repository.candidates(days)).stream()
                                .filter(Counted::isExact)
                                .map(Counted::reached)
                                .toList());
    }

    /** The scoring policies of these badges; badges without one are absent. */
    Map<Badge, ScoringPolicy> policies(int app, List<Badge> badges) {
        Map<String, Optional<ScoringPolicy>> byKey = new HashMap<>();
        Map<Badge, ScoringPolicy> found = new HashMap<>();
        for (Badge badge : badges) {
            String key = badge.rule().scoringPolicyKey();
            if (key != null) {
                byKey.computeIfAbsent(key, one -> policies.byKey(app, one))
                        .ifPresent(policy -> found.put(badge, policy));
            }
        }
        return found;
    }

    private List<Counted> counted(Map<Badge, ScoringPolicy> counting, List<Candidate> candidates) {
        Map<Integer, Badge> byId = byId(counting.keySet());
        List<CountedDays> countedDays = candidates.stream()
                .flatMap(one -> Stream.ofNullable(byId.get(one.badgeId()))
                        .flatMap(badge -> Stream.ofNullable(counting.get(badge))
                                .flatMap(policy -> countedDays(badge, policy, one).stream())))
                .toList();
        return countedDays.isEmpty() ? List.of() : repository.counted(countedDays);
    }

    /** The counted days that end with a candidate's. Empty if the version active on that day lacks the counter. */
    private static Optional<CountedDays> countedDays(Badge badge, ScoringPolicy policy, Candidate candidate) {
        LocalDate last = candidate.day();
        ScoringRules rules = policy.versionOn(last).rules();
        if (badge.rule().kind() == RuleKind.PEERS) {
            return Optional.of(new CountedDays(
                    badge,
                    policy.dayRuleId(),
                    candidate.participantId(),
                    last,
                    "",
                    PARTS,
                    "PEERS",
                    rules.burstRuleId()));
        }
        return rules.counters().stream()
                .filter(counter -> counter.name().equals(badge.rule().counterName()))
                .findFirst()
                .map(counter -> new CountedDays(
                        badge,
                        policy.dayRuleId(),
                        candidate.participantId(),
                        last,
                        String.join(" ", counter.eventTypes()),
                        parts(counter),
                        counter.aggregation().name(),
                        rules.burstRuleId()));
    }

    private static String parts(Counter counter) {
        return counter.role() == EventRoleFilter.PARTIES
                ? EventRole.ACTOR + " " + EventRole.PEER
                : counter.role().name();
    }

    private static Map<Integer, Badge> byId(Collection<Badge> badges) {
        return badges.stream().collect(Collectors.toMap(Badge::id, Function.identity()));
    }

    private static List<EarnedBadge> earned(Collection<Badge> badges, List<Reached> reached) {
        Map<Integer, Badge> byId = byId(badges);
        List<EarnedBadge> earned = new ArrayList<>();
        for (Reached one : reached) {
            Badge badge = byId.get(one.badgeId());
            if (badge != null) {
                earned.add(EarnedBadge.on(badge, one.participantId(), one.day(), evidence(badge, one)));
            }
        }
        return earned;
    }

    private static BadgeAwardEvidence evidence(Badge badge, Reached reached) {
        return badge.rule().kind() == RuleKind.STREAK
                ? BadgeAwardEvidence.ofStreak(reached.count().intValueExact(), reached.day())
                : BadgeAwardEvidence.ofCount(reached.count(), reached.day());
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.STREAK, RuleKind.COUNTER, RuleKind.PEERS);
    }

    @Override
    public RuleSource.Portion part(Badge badge, @Nullable PortionEnd after, Instant now) {
        PortionEnd place = Objects.requireNonNullElse(after, FIRST);
        var from = new Candidate(badge.id(), place.number(0), LocalDate.ofEpochDay(place.number(1)));
        List<Long> ids = participants.ids(badge.appId(), from.participantId(), AT_ONCE + 1);
        if (ids.isEmpty()) {
            return new RuleSource.Portion(List.of(), 0, null);
        }
        return badge.rule().kind() == RuleKind.STREAK ? runs(badge, from, ids) : countedDays(badge, from, ids);
    }

    private RuleSource.Portion runs(Badge badge, Candidate from, List<Long> ids) {
        String key = String.valueOf(badge.rule().streakKey());
        List<Reached> runs = streaks.byKey(badge.appId(), key)
                .map(streak -> repository.runs(badge, streak.id(), from, ids.getLast(), AT_ONCE))
                .orElse(List.of());
        return portion(earned(List.of(badge), runs), runs, AT_ONCE, Reached::participantId, Reached::day, ids);
    }

    private RuleSource.Portion countedDays(Badge badge, Candidate from, List<Long> ids) {
        int limit = Math.clamp(maxDays / badge.rule().countedDays(), 1, AT_ONCE);
        Map<Badge, ScoringPolicy> counting = policies(badge.appId(), List.of(badge));
        List<Candidate> days = counting.values().stream()
                .flatMap(
                        policy -> repository.candidates(badge, policy.dayRuleId(), from, ids.getLast(), limit).stream())
                .toList();
        List<Reached> reached = new ArrayList<>();
        for (Counted one : counted(counting, days)) {
            LocalDate completeSince = one.completeSince();
            if (completeSince != null) {
                throw ActivityRetention.incomplete(completeSince);
            }
            reached.add(one.reached());
        }
        return portion(earned(counting.keySet(), reached), days, limit, Candidate::participantId, Candidate::day, ids);
    }

    /**
     * A portion ends after a run or a day, or after a participant and all days.
     *
     * @param rows the runs or days of the portion
     * @param ids  of participants: one more than fit in a portion, if there are more
     */
    private static <T> RuleSource.Portion portion(
            List<EarnedBadge> earned,
            List<T> rows,
            int limit,
            ToLongFunction<T> participant,
            Function<T, LocalDate> day,
            List<Long> ids) {
        if (rows.size() == limit) {
            T last = rows.getLast();
            long end = participant.applyAsLong(last);
            PortionEnd next = PortionEnd.of(end, day.apply(last).toEpochDay());
            return new RuleSource.Portion(earned, limit + cost(ids.stream().filter(id -> id <= end)), next);
        }
        @Nullable
        PortionEnd next = ids.size() > AT_ONCE ? PortionEnd.of(ids.getLast(), AFTER_ALL_DAYS.toEpochDay()) : null;
        return new RuleSource.Portion(earned, rows.size() + cost(ids.stream()), next);
    }

    private static int cost(Stream<Long> participants) {
        return (int) participants.count() / PARTICIPANTS_PER_DAY;
    }
}
