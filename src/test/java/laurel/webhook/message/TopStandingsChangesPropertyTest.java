package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import laurel.rankindex.EntryMove;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.rankindex.RankKeys;
import laurel.webhook.message.TopStandingsChanges.TopStandingChange;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Changes of the top of a ranking, compared with complete lists. */
class TopStandingsChangesPropertyTest {
    private static final long RANKING = 7;

    @Property
    void computesRanksOfWholeLists(
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> first,
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> then,
            @ForAll @IntRange(min = 1, max = 8) int top) {
        Map<Long, RankKey> entries = new TreeMap<>();
        move(entries, first);
        Map<Long, Integer> before = firstRanks(entries, top);
        List<EntryMove> moves = move(entries, then);
        Map<Long, Integer> after = firstRanks(entries, top);
        List<EntryMove> net = NetMoves.of(moves).moves();
        List<RankKey> present = sorted(entries).stream()
                .limit(TopStandingsChanges.needed(net, top))
                .toList();

        Map<Long, Integer> applied = new HashMap<>(before);
        for (TopStandingChange change : new TopStandingsChanges(present, net, top).changes()) {
            assertThat(change.previousRank()).isEqualTo(before.get(change.participantId()));
            assertThat(change.place()).isEqualTo(entries.get(change.participantId()));
            assertThat(String.valueOf(change.reason())).isEqualTo(reason(change, net));
            if (change.rank() == null) {
                applied.remove(change.participantId());
            } else {
                applied.put(change.participantId(), change.rank());
            }
        }
        assertThat(applied).isEqualTo(after);
    }

    private static String reason(TopStandingChange change, List<EntryMove> net) {
        boolean removed = net.stream().anyMatch(move -> move.after() == null && of(move) == change.participantId());
        boolean added = net.stream().anyMatch(move -> move.before() == null && of(move) == change.participantId());
        int from = change.previousRank() == null ? 99 : change.previousRank();
        int to = change.rank() == null ? 99 : change.rank();
        if (removed || added || from == to) {
            return removed ? "REMOVED" : "SUBMITTED";
        }
        return to < from ? "OVERTOOK" : "OVERTAKEN";
    }

    private static long of(EntryMove move) {
        return Objects.requireNonNull(move.after() == null ? move.before() : move.after())
                .participantId();
    }

    /** Each step is one of 16 participants and one of 16 scores; the last score removes the entry. */
    private static List<EntryMove> move(Map<Long, RankKey> entries, List<Integer> steps) {
        List<EntryMove> moves = new ArrayList<>();
        for (int step : steps) {
            long participant = step % 16;
            RankKey place = step / 16 == 15 ? null : RankKeys.key(step / 16, 0, 0, participant);
            RankKey before = place == null ? entries.remove(participant) : entries.put(participant, place);
            if (before != null || place != null) {
                moves.add(new EntryMove(RANKING, before, place));
            }
        }
        return moves;
    }

    private static List<RankKey> sorted(Map<Long, RankKey> entries) {
        return entries.values().stream().sorted().toList();
    }

    /** The rank by definition: one more than the number of better entries. */
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
