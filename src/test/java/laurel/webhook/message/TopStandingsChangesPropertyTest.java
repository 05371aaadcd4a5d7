package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import laurel.webhook.message.TopStandingsChanges.Changed;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What changes among the first of a ranking, against lists that are kept whole. */
class TopStandingsChangesPropertyTest {
    /** Of one ranking. */
    private static final long RANKING = 7;

    @Property
    void ranksBeforeAndAfterAreThoseOfTheWholeLists(
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> first,
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> then,
            @ForAll @IntRange(min = 1, max = 8) int top) {
        Map<Long, RankKey> entries = new TreeMap<>();
        shifted(entries, first);
        Map<Long, Integer> before = firstRanks(entries, top);
        List<EntryMove> shifts = shifted(entries, then);
        Map<Long, Integer> after = firstRanks(entries, top);
        List<EntryMove> net = TopStandingsChanges.net(shifts).getOrDefault(RANKING, List.of());
        List<RankKey> present = sorted(entries).stream()
                .limit(TopStandingsChanges.needed(net, top))
                .toList();

        Map<Long, Integer> told = new HashMap<>(before);
        for (Changed change : new TopStandingsChanges(present, net, top).changes()) {
            assertThat(change.previousRank()).isEqualTo(before.get(change.participant()));
            assertThat(change.place()).isEqualTo(entries.get(change.participant()));
            assertThat(change.reason()).isEqualTo(reason(change, net));
            if (change.rank() == null) {
                told.remove(change.participant());
            } else {
                told.put(change.participant(), change.rank());
            }
        }
        assertThat(told).isEqualTo(after);
    }

    private static String reason(Changed change, List<EntryMove> net) {
        boolean gone = net.stream().anyMatch(shift -> shift.after() == null && of(shift) == change.participant());
        boolean fresh = net.stream().anyMatch(shift -> shift.before() == null && of(shift) == change.participant());
        int from = change.previousRank() == null ? 99 : change.previousRank();
        int to = change.rank() == null ? 99 : change.rank();
        if (gone || fresh || from == to) {
            return gone ? "REMOVED" : "SUBMITTED";
        }
        return to < from ? "OVERTOOK" : "OVERTAKEN";
    }

    private static long of(EntryMove shift) {
        return Objects.requireNonNull(shift.after() == null ? shift.before() : shift.after())
                .participantId();
    }

    /** Each step is one of 16 participants and one of 16 scores, or with the last of these its removal. */
    private static List<EntryMove> shifted(Map<Long, RankKey> entries, List<Integer> steps) {
        List<EntryMove> shifts = new ArrayList<>();
        for (int step : steps) {
            long who = step % 16;
            RankKey place = step / 16 == 15 ? null : new RankKey(step / 16, 0, 0, who);
            RankKey before = place == null ? entries.remove(who) : entries.put(who, place);
            if (before != null || place != null) {
                shifts.add(new EntryMove(RANKING, before, place));
            }
        }
        return shifts;
    }

    private static List<RankKey> sorted(Map<Long, RankKey> entries) {
        return entries.values().stream().sorted().toList();
    }

    /** By definition: one more than how many are better. */
    private static Map<Long, Integer> firstRanks(Map<Long, RankKey> entries, int top) {
        Map<Long, Integer> ranks = new HashMap<>();
        sorted(entries).stream()
                .limit(top)
                .forEach(place -> ranks.put(
                        place.participantId(),
                        1
                                + (int) entries.values().stream()
                                        .filter(other -> other.sortKey() < place.sortKey())
                                        .count()));
        return ranks;
    }
}
