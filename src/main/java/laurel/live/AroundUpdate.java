package laurel.live;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import laurel.participant.ParticipantRef;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.ranking.RankingRead.AroundRead;
import laurel.ranking.RankingRead.NeighbourRead;
import laurel.ranking.RankingRead.RankingReadResult;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * The part of an update that concerns followed neighbours. The neighbours of a participant are read again only if a move touches
 * them; otherwise they keep their order, and their ranks change by the number of entries that pass them.
 */
final class AroundUpdate {
    /**
     * A subscriber that missed more moves starts with a snapshot: to undo them, its neighbours would have to be read as many
     * places further.
     */
    private static final int MAX_MISSED = 100;

    private final @Nullable RankingState before;
    private final @Nullable NetMoves moves;
    /** The neighbours that the next state has, by participant. */
    private final Map<ParticipantRef, AroundRead> sizes = new HashMap<>();

    private final Map<ParticipantRef, AroundRead> reads = new HashMap<>();
    private final Set<NeighbourRead> neighbours = new HashSet<>();

    /** @param moves since the state before; null if they are not known */
    AroundUpdate(@Nullable RankingState before, @Nullable NetMoves moves) {
        this.before = before;
        this.moves = moves;
    }

    /**
     * Decides what to read.
     *
     * @param missed the moves that a joining subscriber has missed; null if it receives a snapshot
     */
    void add(LiveRanking live, List<Following.Due> due, Function<LiveSubscriber, @Nullable NetMoves> missed) {
        for (Following.Due group : due) {
            if (group.interest() instanceof Interest.Around around) {
                addSize(live, around);
            }
        }
        sizes.forEach((participant, size) -> {
            if (isStale(participant, size)) {
                reads.put(participant, size);
            }
        });
        for (Following.Due group : due) {
            if (group.interest() instanceof Interest.Around around) {
                addWhole(around);
            }
        }
        for (Following.Due group : due) {
            if (group.interest() instanceof Interest.Around around && sizes.containsKey(around.participant())) {
                group.joining().forEach(subscriber -> addJoining(around, missed.apply(subscriber)));
            }
        }
    }

    private void addSize(LiveRanking live, Interest.Around around) {
        Long id = live.id(around.participant());
        if (id != null) {
            sizes.merge(
                    around.participant(),
                    new AroundRead(id, around.above(), around.below(), around.whole()),
                    AroundUpdate::larger);
        }
    }

    /**
     * Whether these moves can be undone for an interest. A participant that the subscriber does not find any more may be in
     * its last list.
     */
    static boolean canUndo(LiveRanking live, Interest interest, NetMoves missed) {
        return !(interest instanceof Interest.Around around)
                || (live.id(around.participant()) != null && missed.size() <= MAX_MISSED);
    }

    private static AroundRead larger(AroundRead one, AroundRead other) {
        return new AroundRead(
                one.participant(),
                Math.max(one.above(), other.above()),
                Math.max(one.below(), other.below()),
                one.whole() || other.whole());
    }

    private boolean isStale(ParticipantRef participant, AroundRead size) {
        Neighbourhood known = before == null ? null : before.around().get(participant);
        return moves == null
                || known == null
                || known.participant() != size.participant()
                || known.above() < size.above()
                || known.below() < size.below()
                || known.touchedBy(moves);
    }

    /** Fields that other entries change are read again after any move that may change them. */
    private void addWhole(Interest.Around around) {
        AroundRead size = sizes.get(around.participant());
        if (size != null
                && around.whole()
                && before != null
                && moves != null
                && !reads.containsKey(around.participant())
                && Objects.requireNonNull(before.around().get(around.participant()))
                        .isPassedBy(moves)) {
            reads.put(around.participant(), size);
        }
    }

    private void addJoining(Interest.Around around, @Nullable NetMoves missed) {
        AroundRead size = Objects.requireNonNull(sizes.get(around.participant()));
        if (missed == null || missed.isEmpty()) {
            if (around.whole()) {
                reads.putIfAbsent(around.participant(), size);
            }
            return;
        }
        NeighbourRead earlier = earlier(around, size.participant(), missed);
        if (earlier != null) {
            neighbours.add(earlier);
        }
        AroundRead wider = new AroundRead(
                size.participant(), around.above() + missed.size(), around.below() + missed.size(), size.whole());
        reads.merge(around.participant(), missed.has(size.participant()) ? size : wider, AroundUpdate::larger);
    }

    /** What to read in addition to know the earlier neighbours of a participant that moved. Null if it had none. */
    private static @Nullable NeighbourRead earlier(Interest.Around around, long participant, NetMoves missed) {
        RankKey from = missed.has(participant) ? missed.from(participant) : null;
        return from == null
                ? null
                : new NeighbourRead(from, around.above() + missed.size(), around.below() + missed.size());
    }

    /** Participants to read with their neighbours. */
    Set<AroundRead> reads() {
        return Set.copyOf(reads.values());
    }

    /** Earlier keys of participants to read the neighbours of. */
    Set<NeighbourRead> neighbours() {
        return neighbours;
    }

    /**
     * The neighbours of the next state.
     *
     * @param seen what was read; null if nothing was
     */
    Map<ParticipantRef, Neighbourhood> next(@Nullable RankingReadResult seen, int entryCount) {
        Map<ParticipantRef, Neighbourhood> next = new HashMap<>();
        sizes.forEach((participant, size) -> {
            AroundRead read = reads.get(participant);
            next.put(
                    participant,
                    read == null
                            ? Objects.requireNonNull(Objects.requireNonNull(before)
                                            .around()
                                            .get(participant))
                                    .passedBy(Objects.requireNonNull(moves), entryCount)
                            : Neighbourhood.of(
                                    size.participant(),
                                    size.above(),
                                    size.below(),
                                    Objects.requireNonNull(Objects.requireNonNull(seen)
                                            .around()
                                            .get(read))));
        });
        return next;
    }

    /** The ids of the participants of the list before these moves, best first. */
    List<Long> undo(Interest.Around around, NetMoves missed, @Nullable RankingReadResult seen) {
        AroundRead size = sizes.get(around.participant());
        if (size == null || seen == null) {
            return List.of();
        }
        long participant = size.participant();
        NeighbourRead earlier = earlier(around, participant, missed);
        List<RankKey> now = earlier != null
                ? Objects.requireNonNull(seen.neighbours().get(earlier))
                : Objects.requireNonNull(seen.around().get(reads.get(around.participant()))).stream()
                        .map(Standing::key)
                        .toList();
        RankKey from = missed.has(participant)
                ? missed.from(participant)
                : now.stream()
                        .filter(key -> key.participantId() == participant)
                        .findFirst()
                        .orElse(null);
        return from == null
                ? List.of()
                : missed.undoAround(from, now, around.above(), around.below()).stream()
                        .map(RankKey::participantId)
                        .toList();
    }
}
