package laurel.score.entry;

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
import laurel.score.entry.PassedEntries.PassedEntry;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Entries that others passed, compared with RANK() over the complete lists before and after. */
class PassedEntriesPropertyTest {
    private static final long RANKING = 7;

    @Property
    void equalTheDifferenceOfTheWholeLists(
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> first,
            @ForAll @Size(max = 30) List<@IntRange(max = 255) Integer> then,
            @ForAll @IntRange(min = 1, max = 8) int top) {
        Map<Long, RankKey> entries = new TreeMap<>();
        move(entries, first);
        List<RankKey> before = sorted(entries);
        List<EntryMove> moves = NetMoves.of(move(entries, then)).moves();
        List<RankKey> after = sorted(entries);
        List<RankKey> present =
                after.stream().limit(PassedEntries.needed(moves, top)).toList();

        assertThat(PassedEntries.of(present, moves, top)).isEqualTo(expected(before, after, moves, top));
    }

    private static List<PassedEntry> expected(
            List<RankKey> before, List<RankKey> after, List<EntryMove> moves, int top) {
        Map<RankKey, Integer> previous = ranks(before);
        Map<RankKey, Integer> ranks = ranks(after);
        List<PassedEntry> passed = new ArrayList<>();
        for (RankKey key : after) {
            boolean moved = moves.stream().anyMatch(move -> move.participantId() == key.participantId());
            boolean inTop = after.indexOf(key) < top || before.indexOf(key) < top;
            if (!moved && inTop && !Objects.equals(previous.get(key), ranks.get(key))) {
                passed.add(new PassedEntry(
                        key, Objects.requireNonNull(previous.get(key)), Objects.requireNonNull(ranks.get(key))));
            }
        }
        return passed;
    }

    private static Map<RankKey, Integer> ranks(List<RankKey> list) {
        Map<RankKey, Integer> ranks = new HashMap<>();
        for (RankKey key : list) {
            ranks.put(
                    key,
                    1
                            + (int) list.stream()
                                    .filter(other -> other.compareTo(key) < 0 && !other.ties(key))
                                    .count());
        }
        return ranks;
    }

    /** Each step is one of 16 participants and one of 16 scores; the last score removes the entry. */
    private static List<EntryMove> move(Map<Long, RankKey> entries, List<Integer> steps) {
        List<EntryMove> moves = new ArrayList<>();
        for (int step : steps) {
            long participant = step % 16;
            RankKey key = step / 16 == 15 ? null : RankKeys.key(step / 32, step / 16 % 2, 0, participant);
            RankKey before = key == null ? entries.remove(participant) : entries.put(participant, key);
            if (before != null || key != null) {
                moves.add(new EntryMove(RANKING, before, key));
            }
        }
        return moves;
    }

    private static List<RankKey> sorted(Map<Long, RankKey> entries) {
        return entries.values().stream().sorted().toList();
    }
}
