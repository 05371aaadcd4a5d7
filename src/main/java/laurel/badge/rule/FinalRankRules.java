package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.badge.Badge;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgeRepository;
import laurel.badge.Recurrence;
import laurel.badge.RuleKind;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.Awards;
import laurel.badge.award.Awards.Correction;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.FinalRankRepository.EarnerQuery;
import laurel.badge.rule.FinalRankRepository.FinalWindowEvent;
import laurel.event.EventType;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by final ranks: awards them when a window becomes final, and corrects them with it. */
@Singleton
public class FinalRankRules implements RuleSource {
    private static final int EVENTS_AT_ONCE = 20;
    private static final int WINDOWS_AT_ONCE = 20;

    /** Earners after which a transaction reads no further event. */
    private static final int EARNERS_AT_ONCE = 10_000;

    private static final long NO_MORE = Long.MAX_VALUE;

    private final FinalRankRepository repository;
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final AwardRepository awarded;
    private final Awards awards;

    FinalRankRules(
            FinalRankRepository repository,
            BadgeRepository badges,
            BadgePositionRepository positions,
            AwardRepository awarded,
            Awards awards) {
        this.repository = repository;
        this.badges = badges;
        this.positions = positions;
        this.awarded = awarded;
        this.awards = awards;
    }

    /** Awards badges for the next events of an app. False if there are none, or if another node awards them. */
    public boolean follow(int app, Instant now) {
        Long position = positions.claimEvents(app).orElse(null);
        if (position == null) {
            return false;
        }
        List<FinalWindowEvent> events = repository.events(app, position, EVENTS_AT_ONCE);
        if (events.isEmpty()) {
            return false;
        }
        positions.advanceEvents(app, award(app, events, now));
        return true;
    }

    /** Returns the last event that was processed. If the first events have many earners, the others are left for the next call. */
    private long award(int app, List<FinalWindowEvent> events, Instant now) {
        List<Badge> ranked = badges.awarded(app, Set.of(RuleKind.RANK_AT_CLOSE));
        Map<EarnerQuery, List<Long>> earners = new LinkedHashMap<>();
        Set<EarnerQuery> corrected = new LinkedHashSet<>();
        long last = 0;
        int found = 0;
        for (FinalWindowEvent event : events) {
            List<EarnerQuery> queries = queries(event, ranked);
            List<EarnerQuery> unanswered = queries.stream()
                    .filter(query -> !earners.containsKey(query))
                    .toList();
            earners.putAll(repository.earners(unanswered));
            if (event.eventType() == EventType.WINDOW_CORRECTED) {
                corrected.addAll(queries);
            }
            last = event.id();
            found += unanswered.stream()
                    .mapToInt(query -> earners.getOrDefault(query, List.of()).size())
                    .sum();
            if (found >= EARNERS_AT_ONCE) {
                break;
            }
        }
        corrected.retainAll(earners.keySet());
        settle(app, ranked, earners, corrected, now);
        return last;
    }

    private static List<EarnerQuery> queries(FinalWindowEvent event, List<Badge> ranked) {
        List<EarnerQuery> queries = new ArrayList<>();
        for (Badge badge : ranked) {
            Long window = event.windowOf(badge);
            if (window != null) {
                queries.add(new EarnerQuery(badge, window));
            }
        }
        return queries;
    }

    private void settle(
            int app,
            List<Badge> ranked,
            Map<EarnerQuery, List<Long>> earners,
            Set<EarnerQuery> corrected,
            Instant now) {
        if (earners.isEmpty()) {
            return;
        }
        badges.lock(earners.keySet().stream().map(query -> query.badge().id()).collect(Collectors.toSet()));
        List<Correction> corrections = corrected.stream()
                .map(query -> new Correction(query.badge(), query.windowId(), earners.getOrDefault(query, List.of())))
                .toList();
        corrections.stream()
                .filter(one -> one.badge().recurrence() == Recurrence.ONCE)
                .forEach(one -> keep(one));
        awards.settle(app, ranked, corrections, earned(List.copyOf(earners.keySet()), earners), now);
    }

    /** Participants keep an award that a correction would revoke if they earned it by another final window, too. */
    private void keep(Correction correction) {
        Badge badge = correction.badge();
        Set<Long> losers = new HashSet<>(awarded.losers(correction));
        long after = 0;
        while (!losers.isEmpty() && after != NO_MORE) {
            List<Long> windows = repository.windows(badge, after, badge.followsFrom(), WINDOWS_AT_ONCE);
            List<EarnerQuery> queries = windows.stream()
                    .filter(window -> window != correction.window())
                    .map(window -> new EarnerQuery(badge, window))
                    .toList();
            repository.earners(queries).forEach((query, earners) -> {
                List<Long> kept = earners.stream().filter(losers::remove).toList();
                awarded.move(badge, correction.window(), query.windowId(), kept);
            });
            after = windows.size() < WINDOWS_AT_ONCE ? NO_MORE : windows.getLast();
        }
    }

    private static List<EarnedBadge> earned(List<EarnerQuery> queries, Map<EarnerQuery, List<Long>> earners) {
        return queries.stream()
                .flatMap(query -> earners.getOrDefault(query, List.of()).stream()
                        .map(participant -> EarnedBadge.by(query.badge(), participant, query.windowId())))
                .toList();
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.RANK_AT_CLOSE);
    }

    @Override
    public Portion part(Badge badge, @Nullable PortionEnd after, Instant now) {
        int limit = windowsAtOnce(badge);
        List<Long> windows = repository.windows(badge, after == null ? 0 : after.number(0), 0, limit);
        List<EarnerQuery> queries =
                windows.stream().map(window -> new EarnerQuery(badge, window)).toList();
        List<EarnedBadge> earned = earned(queries, repository.earners(queries));
        PortionEnd next = windows.size() < limit ? null : PortionEnd.of(windows.getLast());
        return new Portion(earned, Math.max(windows.size(), earned.size()), next);
    }

    /** Number of windows with no more earners than one transaction awards; at least one. */
    private static int windowsAtOnce(Badge badge) {
        Integer ranks = badge.rule().maxRank();
        return ranks == null ? 1 : Math.clamp(EARNERS_AT_ONCE / ranks, 1, WINDOWS_AT_ONCE);
    }
}
