package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.badge.Badge;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgePositionRepository.EventPosition;
import laurel.badge.BadgePositionRepository.EventProgress;
import laurel.badge.BadgeRepository;
import laurel.badge.RuleKind;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.Awards;
import laurel.badge.rule.FinalRankRepository.FinalWindow;
import laurel.badge.rule.FinalRankRepository.FinalWindowEvent;
import laurel.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Badges that are earned by final ranks: awards them when a window becomes final, and corrects them with it.
 *
 * <p>One transaction processes a bounded part of one event for one badge. A corrected window first revokes, then grants: a
 * participant may win in another group than before.
 */
@Singleton
public class FinalRankRules implements RuleSource {
    private static final int EVENTS_AT_ONCE = 100;
    private static final int WINDOWS_AT_ONCE = 20;

    private final FinalRankRepository repository;
    private final FinalRankEarners earners;
    private final FinalRankCorrections corrections;
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final AwardRepository awarded;
    private final Awards awards;

    FinalRankRules(
            FinalRankRepository repository,
            FinalRankEarners earners,
            FinalRankCorrections corrections,
            BadgeRepository badges,
            BadgePositionRepository positions,
            AwardRepository awarded,
            Awards awards) {
        this.repository = repository;
        this.earners = earners;
        this.corrections = corrections;
        this.badges = badges;
        this.positions = positions;
        this.awarded = awarded;
        this.awards = awards;
    }

    /** Awards badges for the next part of an app's events. False if there are none, or if another node awards them. */
    public boolean follow(int app, Instant now) {
        EventPosition position = positions.claimEvents(app).orElse(null);
        if (position == null) {
            return false;
        }
        List<FinalWindowEvent> events = repository.events(app, position.eventPosition(), EVENTS_AT_ONCE);
        if (events.isEmpty()) {
            return false;
        }
        positions.advanceEvents(app, award(app, position, events, now));
        return true;
    }

    /** Processes the next part of the first of these events that earns badges, and passes those before. */
    private EventPosition award(int app, EventPosition position, List<FinalWindowEvent> events, Instant now) {
        List<Badge> ranked = badges.awarded(app, Set.of(RuleKind.RANK_AT_CLOSE)).stream()
                .sorted(Comparator.comparingInt(Badge::id))
                .toList();
        long done = position.eventPosition();
        for (FinalWindowEvent event : events) {
            EventProgress before =
                    position.progress() != null && position.progress().eventId() == event.id()
                            ? position.progress()
                            : null;
            List<Badge> concerned = concerned(event, ranked, before);
            FinalWindow window = concerned.isEmpty() || event.windowId() == null
                    ? null
                    : repository.window(event.windowId()).orElse(null);
            if (window != null) {
                EventProgress progress = award(event, window, concerned, before, now);
                return new EventPosition(progress == null ? event.id() : done, progress);
            }
            done = event.id();
        }
        return new EventPosition(done, null);
    }

    /**
     * The badges that are left. Of those that were created or enabled after the window became final, only those that a backfill
     * has awarded for it. They are locked first, because a backfill may be running.
     */
    private List<Badge> concerned(FinalWindowEvent event, List<Badge> ranked, @Nullable EventProgress before) {
        List<Badge> left = ranked.stream()
                .filter(badge -> event.concerns(badge) && (before == null || badge.id() >= before.badgeId()))
                .toList();
        Set<Integer> earlier = left.stream()
                .filter(badge -> event.isFinalBefore(badge) && (before == null || badge.id() > before.badgeId()))
                .map(Badge::id)
                .collect(Collectors.toSet());
        if (earlier.isEmpty() || event.windowId() == null) {
            return left;
        }
        badges.lock(left.stream().map(Badge::id).toList());
        Set<Integer> awardedBy = awarded.awardedBy(event.windowId(), earlier);
        return left.stream()
                .filter(badge -> !earlier.contains(badge.id()) || awardedBy.contains(badge.id()))
                .toList();
    }

    /** Processes a part of an event for the first of these badges. Returns where to go on; null if the event is done. */
    private @Nullable EventProgress award(
            FinalWindowEvent event,
            FinalWindow window,
            List<Badge> concerned,
            @Nullable EventProgress before,
            Instant now) {
        Badge badge = concerned.getFirst();
        boolean isCorrection = event.eventType() == EventType.WINDOW_CORRECTED;
        EventProgress from = before != null && before.badgeId() == badge.id()
                ? before
                : new EventProgress(event.id(), badge.id(), isCorrection, null);
        badges.lock(Set.of(badge.id()));
        List<Long> after = from.revoking()
                ? revoke(badge, window, event, from.after(), now)
                : grant(badge, window, from.after(), isCorrection, now);
        if (after != null) {
            return new EventProgress(event.id(), badge.id(), from.revoking(), after);
        }
        if (from.revoking()) {
            return new EventProgress(event.id(), badge.id(), false, null);
        }
        return concerned.size() == 1
                ? null
                : new EventProgress(event.id(), concerned.get(1).id(), isCorrection, null);
    }

    private @Nullable List<Long> revoke(
            Badge badge, FinalWindow window, FinalWindowEvent event, @Nullable List<Long> after, Instant now) {
        long since = event.isFinalBefore(badge) ? 0 : badge.followsFrom();
        Long last = corrections.revoke(badge, window, since, after == null ? 0 : after.getFirst(), now);
        return last == null ? null : List.of(last);
    }

    private @Nullable List<Long> grant(
            Badge badge, FinalWindow window, @Nullable List<Long> after, boolean isCorrection, Instant now) {
        Portion part = earners.read(badge, List.of(window), after == null ? null : new PortionEnd(after));
        // First the lock of participants, then that of their awards, as an erasure.
        awards.grant(badge.appId(), List.of(badge), part.earned(), now);
        if (isCorrection && !part.earned().isEmpty()) {
            awarded.updateEvidence(part.earned());
        }
        return part.next() == null ? null : part.next().key();
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.RANK_AT_CLOSE);
    }

    /**
     * A portion ends after a window, or within it: after a ranking and a position. It waits for a window that is being corrected:
     * the event of the correction earns a badge that was created after the window became final only if the badge has been awarded
     * for it.
     */
    @Override
    public Portion part(Badge badge, @Nullable PortionEnd after, Instant now) {
        boolean within = after != null && after.key().size() > 1;
        long last = after == null ? 0 : after.number(0) - (within ? 1 : 0);
        List<FinalWindow> windows = repository.windows(badge, last, 0, WINDOWS_AT_ONCE);
        List<FinalWindow> stable =
                windows.stream().takeWhile(window -> !window.pending()).toList();
        Portion part = earners.read(badge, stable, within ? after : null);
        // A correction that began meanwhile hides rankings.
        boolean corrected =
                !Set.copyOf(repository.windows(badge, last, 0, WINDOWS_AT_ONCE)).containsAll(stable);
        if (corrected || (stable.isEmpty() && !windows.isEmpty())) {
            return new Portion(List.of(), 0, after == null ? PortionEnd.of(0L) : after, true);
        }
        boolean more = part.next() == null && (windows.size() == WINDOWS_AT_ONCE || stable.size() < windows.size());
        return new Portion(
                part.earned(),
                Math.max(stable.size(), part.readCount()),
                more ? PortionEnd.of(stable.getLast().id()) : part.next());
    }
}
