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
import laurel.badge.rule.FinalRankRepository.Ask;
import laurel.badge.rule.FinalRankRepository.Closing;
import laurel.event.EventType;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by ranks: of windows that become final, or are corrected. */
@Singleton
public class FinalRankRules implements RuleSource {
    private static final int EVENTS_AT_ONCE = 20;
    private static final int WINDOWS_AT_ONCE = 20;

    /** A transaction looks at no further event once so many have earned something. */
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

    /** Awards what the next events of an app have earned. False where there are none, or another node is at it. */
    public boolean follow(int app, Instant now) {
        Long position = positions.claimEvents(app).orElse(null);
        if (position == null) {
            return false;
        }
        List<Closing> events = repository.events(app, position, EVENTS_AT_ONCE);
        if (events.isEmpty()) {
            return false;
        }
        positions.advanceEvents(app, award(app, events, now));
        return true;
    }

    /** Gives the last event that was looked at: where many have earned what the first of them are about, not the last. */
    private long award(int app, List<Closing> events, Instant now) {
        List<Badge> ranked = badges.awarded(app, Set.of(RuleKind.RANK_AT_CLOSE));
        Map<Ask, List<Long>> earners = new LinkedHashMap<>();
        Set<Ask> corrected = new LinkedHashSet<>();
        long last = 0;
        int found = 0;
        for (Closing event : events) {
            List<Ask> asked = asked(event, ranked);
            List<Ask> anew =
                    asked.stream().filter(ask -> !earners.containsKey(ask)).toList();
            earners.putAll(repository.earners(anew));
            if (event.eventType() == EventType.WINDOW_CORRECTED) {
                corrected.addAll(asked);
            }
            last = event.id();
            found += anew.stream()
                    .mapToInt(ask -> earners.getOrDefault(ask, List.of()).size())
                    .sum();
            if (found >= EARNERS_AT_ONCE) {
                break;
            }
        }
        corrected.retainAll(earners.keySet());
        settle(app, ranked, earners, corrected, now);
        return last;
    }

    private static List<Ask> asked(Closing event, List<Badge> ranked) {
        List<Ask> asked = new ArrayList<>();
        for (Badge badge : ranked) {
            Long window = event.closed(badge);
            if (window != null) {
                asked.add(new Ask(badge, window));
            }
        }
        return asked;
    }

    private void settle(int app, List<Badge> ranked, Map<Ask, List<Long>> earners, Set<Ask> corrected, Instant now) {
        if (earners.isEmpty()) {
            return;
        }
        badges.hold(earners.keySet().stream().map(ask -> ask.badge().id()).collect(Collectors.toSet()));
        List<Correction> corrections = corrected.stream()
                .map(ask -> new Correction(ask.badge(), ask.windowId(), earners.getOrDefault(ask, List.of())))
                .toList();
        corrections.stream()
                .filter(one -> one.badge().recurrence() == Recurrence.ONCE)
                .forEach(one -> keep(one));
        awards.settle(app, ranked, corrections, earned(List.copyOf(earners.keySet()), earners), now);
    }

    /** Whoever a correction would take it from keeps what another window that is final has earned too. */
    private void keep(Correction correction) {
        Badge badge = correction.badge();
        Set<Long> out = new HashSet<>(awarded.out(correction));
        long after = 0;
        while (!out.isEmpty() && after != NO_MORE) {
            List<Long> windows = repository.windows(badge, after, badge.followsFrom(), WINDOWS_AT_ONCE);
            List<Ask> asked = windows.stream()
                    .filter(window -> window != correction.window())
                    .map(window -> new Ask(badge, window))
                    .toList();
            repository.earners(asked).forEach((ask, earners) -> {
                List<Long> kept = earners.stream().filter(out::remove).toList();
                awarded.move(badge, correction.window(), ask.windowId(), kept);
            });
            after = windows.size() < WINDOWS_AT_ONCE ? NO_MORE : windows.getLast();
        }
    }

    private static List<EarnedBadge> earned(List<Ask> asked, Map<Ask, List<Long>> earners) {
        return asked.stream()
                .flatMap(ask -> earners.getOrDefault(ask, List.of()).stream()
                        .map(participant -> EarnedBadge.by(ask.badge(), participant, ask.windowId())))
                .toList();
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.RANK_AT_CLOSE);
    }

    @Override
    public Portion part(Badge badge, @Nullable Place after, Instant now) {
        int most = windowsAtOnce(badge);
        List<Long> windows = repository.windows(badge, after == null ? 0 : after.number(0), 0, most);
        List<Ask> asked = windows.stream().map(window -> new Ask(badge, window)).toList();
        List<EarnedBadge> earned = earned(asked, repository.earners(asked));
        Place next = windows.size() < most ? null : Place.of(windows.getLast());
        return new Portion(earned, Math.max(windows.size(), earned.size()), next);
    }

    /** Of so many that no more earn it than one transaction awards, but one at least. */
    private static int windowsAtOnce(Badge badge) {
        Integer ranks = badge.rule().rankAtMost();
        return ranks == null ? 1 : Math.clamp(EARNERS_AT_ONCE / ranks, 1, WINDOWS_AT_ONCE);
    }
}
