package laurel.badge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.event.EventKind;
import laurel.event.Events;
import laurel.event.NewEvent;
import org.jdbi.v3.core.Handle;

/** Awards badges and takes them away, and tells of it. */
@Singleton
class Awards {
    private final AwardRepository repository;
    private final Events events;
    private final Map<RuleKind, Counter> awarded = new EnumMap<>(RuleKind.class);

    Awards(AwardRepository repository, Events events, MeterRegistry meters) {
        this.repository = repository;
        this.events = events;
        for (RuleKind kind : RuleKind.values()) {
            awarded.put(kind, counter(meters, kind));
        }
    }

    private static Counter counter(MeterRegistry meters, RuleKind kind) {
        return Counter.builder("lb.badges.awarded")
                .description("Badges that were awarded")
                .tag("kind", kind.name())
                .register(meters);
    }

    /**
     * Awards what is not awarded yet, as the last thing that the transaction does, and gives that. What was revoked is not awarded
     * again, unless it was by a correction.
     */
    List<BadgeAward> grant(
            Handle transaction, int app, Collection<Badge> badges, Collection<Earned> earned, Instant now) {
        Map<Earned.Key, Earned> once = new LinkedHashMap<>();
        earned.forEach(one -> once.putIfAbsent(one.key(), one));
        if (once.isEmpty()) {
            return List.of();
        }
        List<BadgeAward> granted = repository.grant(transaction, app, once.values(), now);
        Map<Integer, RuleKind> kinds = badges.stream()
                .collect(Collectors.toMap(Badge::id, badge -> badge.rule().kind()));
        transaction.afterCommit(() -> count(granted, kinds));
        tell(transaction, EventKind.BADGE_AWARDED, granted, now);
        return granted;
    }

    private void count(List<BadgeAward> granted, Map<Integer, RuleKind> kinds) {
        granted.stream()
                .map(award -> kinds.get(award.badgeId()))
                .collect(Collectors.groupingBy(Objects::requireNonNull, Collectors.counting()))
                .forEach((kind, number) ->
                        Objects.requireNonNull(awarded.get(kind)).increment(number));
    }

    /** Takes from all but these what they had earned by a window. */
    void correct(Handle transaction, Badge badge, long window, Collection<Long> earners, Instant now) {
        List<BadgeAward> revoked = repository.correct(
                transaction, badge, window, earners, "The window was corrected: it is not earned any more.", now);
        tell(transaction, EventKind.BADGE_REVOKED, revoked, now);
    }

    /** Takes an award away, for good; of one that a correction has taken away nothing is told again. */
    BadgeAward revoke(Handle transaction, BadgeAward award, String reason, Instant now) {
        BadgeAward revoked = repository.revoke(transaction, award.id(), reason, now);
        tell(transaction, EventKind.BADGE_REVOKED, award.corrected() ? List.of() : List.of(revoked), now);
        return revoked;
    }

    /** Gives back an award that was taken away. */
    BadgeAward restore(Handle transaction, long id, Instant now) {
        BadgeAward restored = repository.restore(transaction, id);
        tell(transaction, EventKind.BADGE_AWARDED, List.of(restored), now);
        return restored;
    }

    private void tell(Handle transaction, EventKind kind, List<BadgeAward> awards, Instant now) {
        Function<BadgeAward, NewEvent> event = award ->
                new NewEvent(award.appId(), kind, null, award.windowId(), null, award.participantId(), award.id(), now);
        events.tell(transaction, awards.stream().map(event).toList());
    }
}
