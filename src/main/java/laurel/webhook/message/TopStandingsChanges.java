package laurel.webhook.message;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.change.ListDifference;
import laurel.change.StandingChangeReason;
import laurel.rankindex.EntryMove;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the top of a ranking, derived from the present top and the net moves since: the earlier top is the present one
 * with the moves undone. Unlike a live ranking it also reports participants that only changed their rank.
 */
final class TopStandingsChanges {
    private final List<RankKey> before;
    private final List<RankKey> after;

    /** By participant. */
    private final Map<Long, EntryMove> moves;

    /**
     * @param present the first of the ranking, in order, as many as {@link #needed} returns
     * @param moves   net moves, at most one per participant
     * @param top     size of the top
     */
    TopStandingsChanges(List<RankKey> present, Collection<EntryMove> moves, int top) {
        this.moves = moves.stream().collect(Collectors.toMap(EntryMove::participantId, move -> move));
        this.after = present.stream().limit(top).toList();
        this.before = NetMoves.of(moves).undo(present, top);
    }

    /** The number of present entries from which {@code top} remain once the moves are undone. */
    static int needed(Collection<EntryMove> moves, int top) {
        return top + (int) moves.stream().filter(move -> move.after() != null).count();
    }

    /**
     * A changed standing of a participant that is or was in the top.
     *
     * @param reason       null in a snapshot
     * @param place        null if its entry was removed
     * @param previousRank null if it was not in the top, and in a snapshot
     * @param rank         null if it is not in the top any more
     */
    record TopStandingChange(
            long participantId,
            @Nullable StandingChangeReason reason,
            @Nullable RankKey place,
            @Nullable Integer previousRank,
            @Nullable Integer rank) {}

    /** All of a top, for webhooks that do not know an earlier state. */
    static List<TopStandingChange> snapshot(List<RankKey> top) {
        Map<Long, Integer> ranks = ranks(top);
        return top.stream()
                .map(place -> new TopStandingChange(
                        place.participantId(), null, place, null, ranks.get(place.participantId())))
                .toList();
    }

    /** Standings with another rank or another entry: first those in the top, in order, then those that left it. */
    List<TopStandingChange> changes() {
        Map<Long, RankKey> earlier = new HashMap<>();
        before.forEach(place -> earlier.put(place.participantId(), place));
        Map<Long, Integer> previousRanks = ranks(before);
        Map<Long, Integer> ranks = ranks(after);
        ListDifference<Long, RankKey> difference = ListDifference.of(
                before.stream().map(RankKey::participantId).toList(),
                after,
                RankKey::participantId,
                place -> moves.containsKey(place.participantId())
                        || !Objects.equals(previousRanks.get(place.participantId()), ranks.get(place.participantId())));
        return Stream.concat(
                        difference.upserted().stream(),
                        difference.removed().stream().map(id -> Objects.requireNonNull(earlier.get(id))))
                .map(place -> change(place, previousRanks.get(place.participantId()), ranks.get(place.participantId())))
                .toList();
    }

    private TopStandingChange change(RankKey place, @Nullable Integer previousRank, @Nullable Integer rank) {
        EntryMove move = moves.get(place.participantId());
        // A participant outside of the top has an entry of an unknown, worse rank.
        Integer from = move != null && move.before() == null ? null : orLast(previousRank);
        Integer to = move != null && move.after() == null ? null : orLast(rank);
        return new TopStandingChange(
                place.participantId(),
                StandingChangeReason.between(from, to, move != null).orElse(null),
                move == null ? place : move.after(),
                previousRank,
                rank);
    }

    private static Integer orLast(@Nullable Integer rank) {
        return rank == null ? Integer.valueOf(Integer.MAX_VALUE) : rank;
    }

    /** {@code RANK()} of the first of a ranking, by participant. */
    static Map<Long, Integer> ranks(List<RankKey> places) {
        Map<Long, Integer> ranks = new HashMap<>();
        int rank = 1;
        for (int n = 0; n < places.size(); n++) {
            if (n > 0 && !places.get(n).ties(places.get(n - 1))) {
                rank = n + 1;
            }
            ranks.put(places.get(n).participantId(), rank);
        }
        return ranks;
    }
}
