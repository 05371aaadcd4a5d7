package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares {@link NetMoves} with sorted lists of both states. */
class NetMovesTest {
    /** A new score of a participant; 0 removes its entry. */
    record NewScore(long participant, int score) {}

    @Provide
    Arbitrary<NewScore> newScores() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 15),
                        Arbitraries.integers().between(0, 6))
                .as(NewScore::new);
    }

    /** A ranking before and after some scores, and its moves. */
    private static final class Played {
        final Map<Long, RankKey> before = new HashMap<>();
        final Map<Long, RankKey> after;
        final List<EntryMove> moves = new ArrayList<>();

        Played(List<NewScore> earlier, List<NewScore> later) {
            earlier.forEach(next -> play(before, next));
            after = new HashMap<>(before);
            moves.clear();
            later.forEach(next -> play(after, next));
        }

        private void play(Map<Long, RankKey> ranking, NewScore next) {
            RankKey was = ranking.get(next.participant);
            RankKey is = next.score == 0 ? null : RankKeys.key(-next.score, next.score % 2, 0, next.participant);
            if (was == null && is == null) {
                return;
            }
            moves.add(new EntryMove(1, was, is));
            ranking.compute(next.participant, (participant, old) -> is);
        }

        NetMoves net() {
            return NetMoves.of(moves);
        }
    }

    private static List<RankKey> list(Map<Long, RankKey> ranking) {
        return ranking.values().stream().sorted().toList();
    }

    private static long better(Map<Long, RankKey> ranking, RankKey than) {
        return ranking.values().stream()
                .filter(key -> !key.ties(than) && key.compareTo(than) < 0)
                .count();
    }

    @Property
    void restoresTheEarlierTop(
            @ForAll @Size(max = 25) List<@From("newScores") NewScore> earlier,
            @ForAll @Size(max = 25) List<@From("newScores") NewScore> later,
            @ForAll @IntRange(min = 1, max = 12) int first) {
        Played played = new Played(earlier, later);
        NetMoves net = played.net();
        List<RankKey> now =
                list(played.after).stream().limit(first + net.size()).toList();
        assertThat(net.undo(now, first))
                .isEqualTo(list(played.before).stream().limit(first).toList());
        assertThat(net.more()).isEqualTo(played.after.size() - played.before.size());
    }

    @Property
    void adjustsRanksAndPositionsOfOthers(
            @ForAll @Size(max = 25) List<@From("newScores") NewScore> earlier,
            @ForAll @Size(max = 25) List<@From("newScores") NewScore> later) {
        Played played = new Played(earlier, later);
        NetMoves net = played.net();
        played.before.forEach((participant, key) -> {
            assertThat(better(played.before, key) + net.moreBetter(key)).isEqualTo(better(played.after, key));
            if (!net.has(participant)) {
                assertThat(list(played.before).indexOf(key) + net.moreBefore(key))
                        .isEqualTo(list(played.after).indexOf(key));
            } else {
                assertThat(net.from(participant)).isEqualTo(key);
            }
        });
    }

    @Property
    void leavesUntouchedTopUnchanged(
            @ForAll @Size(max = 25) List<@From("newScores") NewScore> earlier,
            @ForAll @Size(max = 3) List<@From("newScores") NewScore> later,
            @ForAll @IntRange(min = 1, max = 6) int first) {
        Played played = new Played(earlier, later);
        List<RankKey> top = list(played.before).stream().limit(first).toList();
        if (top.size() == first && !played.net().touches(Objects.requireNonNull(top.getLast()))) {
            assertThat(list(played.after).stream().limit(first).toList()).isEqualTo(top);
        }
    }
}
