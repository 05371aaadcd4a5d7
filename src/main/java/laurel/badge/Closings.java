package laurel.badge;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.badge.ClosingRepository.Ask;
import laurel.badge.ClosingRepository.Closing;
import laurel.event.EventKind;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by ranks: of windows that become final, or are corrected. */
@Singleton
class Closings implements Source {
    private static final int EVENTS_AT_ONCE = 20;

    private final ClosingRepository repository;
    private final BadgeRepository badges;
    private final PositionRepository positions;
    private final Awards awards;

    Closings(ClosingRepository repository, BadgeRepository badges, PositionRepository positions, Awards awards) {
        this.repository = repository;
        this.badges = badges;
        this.positions = positions;
        this.awards = awards;
    }

    /** Awards what the next events of an app have earned. False where there are none, or another node is at it. */
    boolean follow(Handle transaction, int app, Instant now) {
        Long position = positions.claimEvents(transaction, app).orElse(null);
        if (position == null) {
            return false;
        }
        List<Closing> events = repository.events(transaction, app, position, EVENTS_AT_ONCE);
        if (events.isEmpty()) {
            return false;
        }
        award(transaction, app, events, now);
        positions.advanceEvents(transaction, app, events.getLast().id());
        return true;
    }

    private void award(Handle transaction, int app, List<Closing> events, Instant now) {
        List<Badge> ranked = badges.awarded(transaction, app, Set.of(RuleKind.RANK_AT_CLOSE));
        List<Ask> asked = new ArrayList<>();
        List<Ask> corrected = new ArrayList<>();
        for (Closing event : events) {
            for (Badge badge : ranked) {
                Long window = event.closed(badge);
                if (window != null) {
                    asked.add(new Ask(badge, window));
                }
                if (window != null && event.kind() == EventKind.WINDOW_CORRECTED) {
                    corrected.add(new Ask(badge, window));
                }
            }
        }
        if (asked.isEmpty()) {
            return;
        }
        List<Ask> once = asked.stream().distinct().toList();
        Map<Ask, List<Long>> earners = repository.earners(transaction, once);
        // What is taken away first can be earned by another window of these.
        corrected.stream()
                .distinct()
                .filter(earners::containsKey)
                .forEach(ask -> awards.correct(
                        transaction, ask.badge(), ask.windowId(), earners.getOrDefault(ask, List.of()), now));
        awards.grant(transaction, app, ranked, earned(once, earners), now);
    }

    private static List<Earned> earned(List<Ask> asked, Map<Ask, List<Long>> earners) {
        return asked.stream()
                .flatMap(ask -> earners.getOrDefault(ask, List.of()).stream()
                        .map(participant -> Earned.by(ask.badge(), participant, ask.windowId())))
                .toList();
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.RANK_AT_CLOSE);
    }

    @Override
    public Portion part(Handle handle, Badge badge, @Nullable Place after, Instant now) {
        List<Long> windows = repository.windows(handle, badge, after == null ? 0 : after.number(0), EVENTS_AT_ONCE);
        List<Ask> asked = windows.stream().map(window -> new Ask(badge, window)).toList();
        List<Earned> earned = earned(asked, repository.earners(handle, asked));
        Place next = windows.size() < EVENTS_AT_ONCE ? null : Place.of(windows.getLast());
        return new Portion(earned, windows.size(), next);
    }
}
