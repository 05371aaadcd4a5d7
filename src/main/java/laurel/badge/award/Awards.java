package laurel.badge.award;

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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.badge.Badge;
import laurel.badge.RuleKind;
import laurel.badge.award.BadgeAward.AwardFilter;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.request.ListRequest;

/** Grants and revokes awards, and publishes their events. */
@Singleton
public class Awards {
    private static final String CORRECTED = "The window was corrected: the badge is no longer earned.";

    private final Sql sql;
    private final AwardRepository repository;
    private final Events events;
    private final Map<RuleKind, Counter> awarded = new EnumMap<>(RuleKind.class);

    Awards(Sql sql, AwardRepository repository, Events events, MeterRegistry meters) {
        this.sql = sql;
        this.repository = repository;
        this.events = events;
        for (RuleKind kind : RuleKind.values()) {
            awarded.put(kind, counter(meters, kind));
        }
    }

    /** The participants that earned a badge by a corrected window. Any other award by that window is revoked. */
    public record Correction(Badge badge, long window, Collection<Long> earners) {}

    private static Counter counter(MeterRegistry meters, RuleKind kind) {
        return Counter.builder("lb.badges.awarded")
                .description("Badges that were awarded")
                .tag("kind", kind.name())
                .register(meters);
    }

    /**
     * Grants the awards that do not exist yet, and returns them. A revoked award is not granted again, unless a correction
     * revoked it. Must be the last step of the transaction: the event log is locked from here on.
     */
    public List<BadgeAward> grant(int app, Collection<Badge> badges, Collection<EarnedBadge> earned, Instant now) {
        return settle(app, badges, List.of(), earned, now);
    }

    /**
     * Revokes the awards that corrections take away, then grants as {@link #grant} does: an award that one window loses can be
     * earned by another. Publishes all events at the end, when no more rows are locked.
     */
    public List<BadgeAward> settle(
            int app,
            Collection<Badge> badges,
            Collection<Correction> corrections,
            Collection<EarnedBadge> earned,
            Instant now) {
        List<BadgeAward> revoked = corrections.stream()
                .flatMap(one -> repository.correct(one, CORRECTED, now).stream())
                .toList();
        List<BadgeAward> granted = awarded(app, badges, earned, now);
        events.publish(Stream.concat(
                        events(EventType.BADGE_REVOKED, revoked, now), events(EventType.BADGE_AWARDED, granted, now))
                .toList());
        return granted;
    }

    private List<BadgeAward> awarded(int app, Collection<Badge> badges, Collection<EarnedBadge> earned, Instant now) {
        Map<EarnedBadge.Key, EarnedBadge> once = new LinkedHashMap<>();
        earned.forEach(one -> once.putIfAbsent(one.key(), one));
        if (once.isEmpty()) {
            return List.of();
        }
        List<BadgeAward> granted = repository.grant(app, once.values(), now);
        Map<Integer, RuleKind> kinds = badges.stream()
                .collect(Collectors.toMap(Badge::id, badge -> badge.rule().kind()));
        sql.afterCommit(() -> count(granted, kinds));
        return granted;
    }

    private void count(List<BadgeAward> granted, Map<Integer, RuleKind> kinds) {
        granted.stream()
                .map(award -> kinds.get(award.badgeId()))
                .collect(Collectors.groupingBy(Objects::requireNonNull, Collectors.counting()))
                .forEach((kind, number) ->
                        Objects.requireNonNull(awarded.get(kind)).increment(number));
    }

    /** Revokes an award permanently. If a correction has revoked it already, no second event is published. */
    BadgeAward revoke(BadgeAward award, String reason, Instant now) {
        BadgeAward revoked = repository.revoke(award.id(), reason, now);
        publish(EventType.BADGE_REVOKED, award.revokedByCorrection() ? List.of() : List.of(revoked), now);
        return revoked;
    }

    /** Restores a revoked award. */
    BadgeAward restore(long id, Instant now) {
        BadgeAward restored = repository.restore(id);
        publish(EventType.BADGE_AWARDED, List.of(restored), now);
        return restored;
    }

    private void publish(EventType kind, List<BadgeAward> awards, Instant now) {
        events.publish(events(kind, awards, now).toList());
    }

    private static Stream<NewEvent> events(EventType kind, List<BadgeAward> awards, Instant now) {
        return awards.stream()
                .map(award -> new NewEvent(
                        award.appId(), kind, null, award.windowId(), null, award.participantId(), award.id(), now));
    }

    /** Returns awards by id. Unknown ids and those of other apps are absent. */
    public Map<Long, BadgeAward> byIds(int app, Set<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(BadgeAward::id, Function.identity()));
    }

    /** Returns awards of badges, newest first. */
    public Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> ofBadges(Set<ListRequest<AwardFilter, Long>> lists) {
        return repository.ofBadges(List.copyOf(lists));
    }

    /** Returns awards of participants, newest first. */
    public Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> ofParticipants(
            Set<ListRequest<AwardFilter, Long>> lists) {
        return repository.ofParticipants(List.copyOf(lists));
    }

    /** Returns the rarity of badges, by id. */
    public Map<Integer, BadgeRarity> rarities(int app, Set<Integer> badges) {
        return sql.connected(() -> {
            long all = repository.participantCount(app);
            return repository.holders(badges).stream()
                    .collect(Collectors.toMap(
                            AwardRepository.Holders::id, one -> new BadgeRarity(one.holderCount(), all)));
        });
    }

    /**
     * Rarity of a badge.
     *
     * @param holderCount      participants that hold it
     * @param participantCount all participants of the app
     */
    public record BadgeRarity(long holderCount, long participantCount) {
        /** 0 to 1. */
        public double fraction() {
            return participantCount == 0 ? 0 : (double) holderCount / participantCount;
        }
    }
}
