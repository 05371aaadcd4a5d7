package laurel.webhook.message;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.rankindex.EntryMove;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * What has changed among the first of a ranking, worked out from how they stand now and from what has shifted since: the
 * list before is the list now with the shifts undone.
 */
final class TopStandingsChanges {
    private final List<RankKey> before;
    private final List<RankKey> after;
    /** What shifted, by participant. */
    private final Map<Long, EntryMove> shifts;

    /**
     * @param present the first of the ranking, in order, as many as {@link #needed} says
     * @param shifts  what has shifted, at most once for each participant
     * @param top     how many are watched
     */
    TopStandingsChanges(List<RankKey> present, Collection<EntryMove> shifts, int top) {
        this.shifts = shifts.stream().collect(Collectors.toMap(EntryMove::participantId, shift -> shift));
        this.after = present.stream().limit(top).toList();
        this.before = NetMoves.of(shifts).undo(present, top);
    }

    /** How many of the first must be known, so that as many as are watched are left when the shifts are undone. */
    static int needed(Collection<EntryMove> shifts, int top) {
        return top
                + (int) shifts.stream().filter(shift -> shift.after() != null).count();
    }

    /** What these shifts, in their order, come to: one for each participant whose entry is not what it was, by ranking. */
    static Map<Long, List<EntryMove>> net(List<EntryMove> shifts) {
        return shifts.stream()
                .collect(groupingBy(EntryMove::rankingId, collectingAndThen(toList(), ofOne -> NetMoves.of(ofOne)
                        .moves())));
    }

    /**
     * How the place of one who was or is among the first has changed.
     *
     * @param reason       null where it is not known what has changed
     * @param place        its entry; null where it has none any more
     * @param previousRank null where it was not among the first
     * @param rank         null where it is not among the first any more
     */
    record Changed(
            long participant,
            @Nullable String reason,
            @Nullable RankKey place,
            @Nullable Integer previousRank,
            @Nullable Integer rank) {}

    /** Whoever has another rank or another entry, those who stand there now in their order, and then those who have left. */
    List<Changed> changes() {
        Map<Long, Integer> previous = ranks(before);
        Map<Long, Integer> now = ranks(after);
        Set<RankKey> places = new LinkedHashSet<>(after);
        before.stream().filter(place -> !now.containsKey(place.participantId())).forEach(places::add);
        List<Changed> changes = new ArrayList<>();
        for (RankKey place : places) {
            Integer was = previous.get(place.participantId());
            Integer is = now.get(place.participantId());
            EntryMove shift = shifts.get(place.participantId());
            if (shift != null || !Objects.equals(was, is)) {
                RankKey stands = shift == null ? place : shift.after();
                changes.add(new Changed(place.participantId(), reason(shift, was, is), stands, was, is));
            }
        }
        return changes;
    }

    /** By direction; who comes is submitted, and who is last among those watched is as far down as anybody. */
    private static String reason(@Nullable EntryMove shift, @Nullable Integer was, @Nullable Integer is) {
        if (shift != null && shift.after() == null) {
            return "REMOVED";
        }
        int from = was == null ? Integer.MAX_VALUE : was;
        int to = is == null ? Integer.MAX_VALUE : is;
        if (shift != null && (shift.before() == null || from == to)) {
            return "SUBMITTED";
        }
        return to < from ? "OVERTOOK" : "OVERTAKEN";
    }

    /** SQL's RANK() of the first of a ranking, by participant. */
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
