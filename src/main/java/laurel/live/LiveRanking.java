package laurel.live;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.participant.ParticipantRef;
import org.jspecify.annotations.Nullable;

/**
 * A followed ranking, its subscribers and its last state. Only the thread that evaluates it uses the state; one thread does so
 * at a time.
 */
final class LiveRanking {
    /** Wait after the first failure. */
    static final Duration RETRY = Duration.ofSeconds(1);

    /** The longest wait is 32 seconds. */
    private static final int MAX_DOUBLINGS = 5;

    /** Time after which the participants are looked up again: one may be erased, and its external ID used by another. */
    private static final Duration LOOKUP = Duration.ofSeconds(10);

    /** Time that an event may take to its client until the next evaluation does not wait for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final FollowedRanking followed;
    private final Map<Interest, Following> followings = new LinkedHashMap<>();
    private final Map<ParticipantRef, Long> ids = new HashMap<>();
    private Instant lookedUpAt = Instant.EPOCH;

    private @Nullable RankingState state;
    private String server = "";
    private boolean evaluating;
    private boolean pending;
    /** Long ago. */
    private long begunAt = System.nanoTime() - (1L << 60);

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
        followings
                .computeIfAbsent(subscriber.interest(), interest -> new Following(interest, followed))
                .subscribers()
                .add(subscriber);
        pending = true;
    }

    /** Removes a subscriber; returns whether none is left. */
    synchronized boolean remove(LiveSubscriber subscriber) {
        followings.computeIfPresent(subscriber.interest(), (interest, following) -> {
            following.subscribers().remove(subscriber);
            return following.subscribers().isEmpty() ? null : following;
        });
        return followings.isEmpty();
    }

    synchronized List<LiveSubscriber> subscribers() {
        return followings.values().stream()
                .flatMap(following -> following.subscribers().stream())
                .toList();
    }

    /** The subscribers of an update that starts now, by interest. */
    synchronized List<Following.Due> due() {
        return followings.values().stream().map(Following::due).toList();
    }

    /**
     * Forgets what was read from another server, whose sequences and IDs may have been used again. Subscribers then receive a
     * snapshot.
     *
     * @param current as {@link laurel.database.connection.ConnectedServer#current}
     */
    void readFrom(String current) {
        if (!current.equals(server)) {
            server = current;
            state = null;
            ids.clear();
        }
    }

    @Nullable
    RankingState state() {
        return state;
    }

    void setState(RankingState state) {
        this.state = state;
    }

    synchronized boolean isEvaluating() {
        return evaluating;
    }

    /** Whether it may have changed since its last evaluation, or a subscriber has not received its state. */
    synchronized boolean isPending() {
        return pending;
    }

    synchronized void setPending() {
        pending = true;
    }

    /**
     * Begins an evaluation, unless one is in progress, the tick has not passed, or most subscribers wait for their last event:
     * they would be skipped. Then it is pending.
     *
     * @param nanos the current {@link System#nanoTime}
     * @param tick  minimum time since the last evaluation began, in nanoseconds
     */
    synchronized boolean beginEvaluation(long nanos, long tick) {
        pending = evaluating || (tick > 0 && (nanos - begunAt < tick || isSending(nanos)));
        if (pending) {
            return false;
        }
        evaluating = true;
        begunAt = nanos;
        return true;
    }

    /** Clients that do not read do not count, so that they do not delay others. */
    private boolean isSending(long nanos) {
        int all = 0;
        int sending = 0;
        for (Following following : followings.values()) {
            for (LiveSubscriber subscriber : following.subscribers()) {
                all++;
                sending += subscriber.isBusy() && nanos - subscriber.sentAt() < PATIENCE.toNanos() ? 1 : 0;
            }
        }
        return sending * 2 > all;
    }

    synchronized void endEvaluation() {
        evaluating = false;
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
    Set<ParticipantRef> unresolved(List<Following.Due> due, Instant now) {
        if (now.isAfter(lookedUpAt.plus(LOOKUP))) {
            ids.clear();
            lookedUpAt = now;
        }
        Set<ParticipantRef> unresolved = new HashSet<>();
        for (Following.Due group : due) {
            for (ParticipantRef participant : group.participants()) {
                if (group.isJoined() && !participant.seesPseudonymous()) {
                    ids.remove(participant);
                }
                if (!ids.containsKey(participant)) {
                    unresolved.add(participant);
                }
            }
        }
        return unresolved;
    }

    void resolve(ParticipantRef participant, long id) {
        ids.put(participant, id);
    }

    /** The id of a participant; null if it is not known to exist. */
    @Nullable
    Long id(ParticipantRef participant) {
        return ids.get(participant);
    }

    /** The ids of the participants of an interest, if they exist. */
    List<Long> ids(Interest.Ranks ranks) {
        if (ranks.participants().size() == 1) {
            Long only = ids.get(ranks.participants().getFirst());
            return only == null ? List.of() : List.of(only);
        }
        return ranks.participants().stream()
                .filter(ids::containsKey)
                .map(ids::get)
                .distinct()
                .toList();
    }
}
