package laurel.live;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.participant.ParticipantRef;
import org.jspecify.annotations.Nullable;

/** A ranking that somebody follows, and what they all have been told of it. Its state belongs to whoever evaluates. */
final class LiveRanking {
    /** How long it waits after the first failure. */
    static final Duration RETRY = Duration.ofSeconds(1);

    /** 32 seconds. */
    private static final int MOST_DOUBLINGS = 5;

    private final FollowedRanking followed;
    private final Set<LiveSubscriber> subscribers = new LinkedHashSet<>();
    private final Map<ParticipantRef, Long> ids = new HashMap<>();
    /** Where what is wanted has changed last. */
    private final Map<Interest, LiveCursor> changed = new HashMap<>();

    private @Nullable RankingState state;
    private volatile @Nullable Instant until;
    private volatile @Nullable Instant retryAt;
    /** Failures in a row for a reason of its own. */
    private volatile int failures;

    LiveRanking(FollowedRanking followed) {
        this.followed = followed;
    }

    FollowedRanking followed() {
        return followed;
    }

    synchronized void add(LiveSubscriber subscriber) {
        subscribers.add(subscriber);
    }

    /** Takes one away, and says whether nobody is left. */
    synchronized boolean remove(LiveSubscriber subscriber) {
        subscribers.remove(subscriber);
        return subscribers.isEmpty();
    }

    synchronized List<LiveSubscriber> subscribers() {
        return List.copyOf(subscribers);
    }

    /** Whether somebody has come who has not been told anything yet. */
    synchronized boolean hasNewcomers() {
        return subscribers.stream().anyMatch(LiveSubscriber::isNew);
    }

    @Nullable
    RankingState state() {
        return state;
    }

    /** Where this has changed last; if that is not known, here. */
    LiveCursor changed(Interest wanted, LiveCursor here) {
        return changed.computeIfAbsent(wanted, w -> here);
    }

    /** Keeps where what these want has changed last, of which some has changed now. */
    void change(List<LiveSubscriber> wanting, Predicate<Interest> hasChanged, LiveCursor here) {
        changed.keySet().retainAll(wanting.stream().map(LiveSubscriber::wanted).collect(Collectors.toSet()));
        changed.replaceAll((wanted, last) -> hasChanged.test(wanted) ? here : last);
    }

    void reach(RankingState reached) {
        this.state = reached;
    }

    /** Whether its window has ended at this moment, or the next has begun. */
    boolean isOver(Instant now) {
        Instant end = until;
        return end != null && !now.isBefore(end);
    }

    /** @param moment the first moment of another window; null where the clock does not tell */
    void standsUntil(@Nullable Instant moment) {
        this.until = moment;
    }

    /** Whether it could not be read the last time. */
    boolean isFailing() {
        return retryAt != null;
    }

    /** Whether it could not be read and is tried again at this moment. */
    boolean mayTryAgain(Instant now) {
        Instant again = retryAt;
        return again != null && !now.isBefore(again);
    }

    /** Whether it could not be read for a reason of its own. */
    boolean failsAlone() {
        return failures > 0;
    }

    /**
     * It could not be read.
     *
     * @param alone whether for a reason of its own; it then waits longer each time
     * @return whether it could before
     */
    boolean fail(Instant now, boolean alone) {
        boolean first = retryAt == null;
        int before = failures;
        failures = alone ? before + 1 : before;
        // Last: from here on others may try it again.
        retryAt = now.plus(RETRY.multipliedBy(alone ? 1L << Math.min(before, MOST_DOUBLINGS) : 1));
        return first;
    }

    /** It was read; says whether it could not be before. */
    boolean succeed() {
        boolean failed = retryAt != null;
        failures = 0;
        // Last: from here on others may evaluate it.
        retryAt = null;
        return failed;
    }

    /** Those whom these watch of whom it is not known who they are: Laurel may not have met them. */
    Set<ParticipantRef> strangers(List<LiveSubscriber> watchers) {
        Set<ParticipantRef> watched = watched(watchers).collect(Collectors.toCollection(HashSet::new));
        ids.keySet().retainAll(watched);
        watched.removeAll(ids.keySet());
        return watched;
    }

    void met(ParticipantRef stranger, long id) {
        ids.put(stranger, id);
    }

    /** The ids of those whom these watch, as far as Laurel has met them. */
    Stream<Long> ids(List<LiveSubscriber> watchers) {
        return watched(watchers).filter(ids::containsKey).map(ids::get).distinct();
    }

    /** The same of one. */
    List<Long> ids(Interest.Ranks ranks) {
        return ranks.who().stream()
                .filter(ids::containsKey)
                .map(ids::get)
                .distinct()
                .toList();
    }

    private static Stream<ParticipantRef> watched(List<LiveSubscriber> watchers) {
        return watchers.stream()
                .map(LiveSubscriber::wanted)
                .filter(Interest.Ranks.class::isInstance)
                .flatMap(wanted -> ((Interest.Ranks) wanted).who().stream());
    }
}
