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

/** A followed ranking, its subscribers and its last state. Only the evaluating thread uses the state. */
final class LiveRanking {
    /** Wait after the first failure. */
    static final Duration RETRY = Duration.ofSeconds(1);

    /** The longest wait is 32 seconds. */
    private static final int MAX_DOUBLINGS = 5;

    /** Time after which the participants are looked up again: one may be erased, and its external ID used by another. */
    private static final Duration LOOKUP = Duration.ofSeconds(10);

    private final FollowedRanking followed;
    private final Set<LiveSubscriber> subscribers = new LinkedHashSet<>();
    private final Map<ParticipantRef, Long> ids = new HashMap<>();
    private Instant lookedUpAt = Instant.EPOCH;
    /** Position of the last change, by interest. */
    private final Map<Interest, LiveCursor> lastChanges = new HashMap<>();

    private @Nullable RankingState state;
    private volatile @Nullable Instant windowEnd;
    private volatile @Nullable Instant retryAt;
    /** Consecutive failures that affect this ranking alone. */
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

    /** Removes a subscriber; returns whether none is left. */
    synchronized boolean remove(LiveSubscriber subscriber) {
        subscribers.remove(subscriber);
        return subscribers.isEmpty();
    }

    synchronized List<LiveSubscriber> subscribers() {
        return List.copyOf(subscribers);
    }

    /** Whether a subscriber waits for its first event. */
    synchronized boolean hasNewSubscribers() {
        return subscribers.stream().anyMatch(LiveSubscriber::isNew);
    }

    @Nullable
    RankingState state() {
        return state;
    }

    /** The position of the last change that an interest saw; {@code present} if that is not known. */
    LiveCursor lastChange(Interest interest, LiveCursor present) {
        return lastChanges.computeIfAbsent(interest, key -> present);
    }

    /** Sets the last change of the interests that have changed, and forgets interests without subscribers. */
    void updateLastChanges(List<LiveSubscriber> interested, Predicate<Interest> hasChanged, LiveCursor present) {
        lastChanges
                .keySet()
                .retainAll(interested.stream().map(LiveSubscriber::interest).collect(Collectors.toSet()));
        lastChanges.replaceAll((interest, last) -> hasChanged.test(interest) ? present : last);
    }

    void setState(RankingState state) {
        this.state = state;
    }

    /** Whether its window has ended, or the next one has started. */
    boolean windowHasChanged(Instant now) {
        Instant end = windowEnd;
        return end != null && !now.isBefore(end);
    }

    /** @param end when another window follows; null if that does not depend on the clock */
    void setWindowEnd(@Nullable Instant end) {
        this.windowEnd = end;
    }

    /** Whether the last read failed. */
    boolean isFailing() {
        return retryAt != null;
    }

    /** Whether a retry is due. */
    boolean isRetryDue(Instant now) {
        Instant retry = retryAt;
        return retry != null && !now.isBefore(retry);
    }

    /** Whether it fails for a reason that affects this ranking alone. */
    boolean failsAlone() {
        return failures > 0;
    }

    /**
     * Records a failed read.
     *
     * @param alone whether the reason affects this ranking alone; the wait then doubles each time
     * @return whether the read before succeeded
     */
    boolean fail(Instant now, boolean alone) {
        boolean first = retryAt == null;
        int before = failures;
        failures = alone ? before + 1 : before;
        // Last: from here on other threads may retry it.
        retryAt = now.plus(RETRY.multipliedBy(alone ? 1L << Math.min(before, MAX_DOUBLINGS) : 1));
        return first;
    }

    /** Records a successful read; returns whether the read before failed. */
    boolean succeed() {
        boolean failed = retryAt != null;
        failures = 0;
        // Last: from here on other threads may evaluate it.
        retryAt = null;
        return failed;
    }

    /**
     * Watched participants without a known id: they may not exist yet. Those that a new subscriber names by external ID may have
     * become pseudonymous since others found them.
     */
    Set<ParticipantRef> unresolved(List<LiveSubscriber> watchers, Instant now) {
        if (now.isAfter(lookedUpAt.plus(LOOKUP))) {
            ids.clear();
            lookedUpAt = now;
        }
        Set<ParticipantRef> watched = watched(watchers).collect(Collectors.toCollection(HashSet::new));
        ids.keySet().retainAll(watched);
        watched(watchers.stream().filter(LiveSubscriber::isNew).toList())
                .filter(participant -> !participant.seesPseudonymous())
                .forEach(ids::remove);
        watched.removeAll(ids.keySet());
        return watched;
    }

    void resolve(ParticipantRef participant, long id) {
        ids.put(participant, id);
    }

    /** The id of a participant; null if it is not known to exist. */
    @Nullable
    Long id(ParticipantRef participant) {
        return ids.get(participant);
    }

    /** The ids of the participants that these subscribers watch, if they exist. */
    Stream<Long> ids(List<LiveSubscriber> watchers) {
        List<LiveSubscriber> ofRanks = watchers.stream()
                .filter(one -> one.interest() instanceof Interest.Ranks)
                .toList();
        return watched(ofRanks).filter(ids::containsKey).map(ids::get).distinct();
    }

    /** The ids of the participants of an interest, if they exist. */
    List<Long> ids(Interest.Ranks ranks) {
        return ranks.participants().stream()
                .filter(ids::containsKey)
                .map(ids::get)
                .distinct()
                .toList();
    }

    private static Stream<ParticipantRef> watched(List<LiveSubscriber> watchers) {
        return watchers.stream().flatMap(one -> one.interest().participants().stream());
    }
}
