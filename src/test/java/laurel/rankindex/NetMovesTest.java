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

/** Steps back and forth in a ranking, compared with naive lists. */
class NetMovesTest {
    /** Somebody's next score; 0 is none. */
    record Next(long who, int score) {}

    @Provide
    Arbitrary<Next> nexts() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 15),
                        Arbitraries.integers().between(0, 6))
                .as(Next::new);
    }

    /** A ranking before and after some of this, and what the outbox told. */
    private static final class Played {
        final Map<Long, RankKey> before = new HashMap<>();
        final Map<Long, RankKey> after;
        final List<EntryMove> shifts = new ArrayList<>();

        Played(List<Next> earlier, List<Next> later) {
            earlier.forEach(next -> play(before, next));
            after = new HashMap<>(before);
            shifts.clear();
            later.forEach(next -> play(after, next));
        }

        private void play(Map<Long, RankKey> ranking, Next next) {
            RankKey was = ranking.get(next.who);
            RankKey is = next.score == 0 ? null : new RankKey(-next.score, next.score % 2, 0, next.who);
            if (was == null && is == null) {
                return;
            }
            shifts.add(new EntryMove(1, was, is));
            ranking.compute(next.who, (who, old) -> is);
        }

        NetMoves shifted() {
            return NetMoves.of(shifts);
        }
    }

    private static List<RankKey> list(Map<Long, RankKey> ranking) {
        return ranking.values().stream().sorted().toList();
    }

    private static long better(Map<Long, RankKey> ranking, RankKey than) {
        return ranking.values().stream()
                .filter(place -> !place.ties(than) && place.compareTo(than) < 0)
                .count();
    }

    @Property
    void theListOfBeforeIsThatOfAfterTakenBack(
            @ForAll @Size(max = 25) List<@From("nexts") Next> earlier,
            @ForAll @Size(max = 25) List<@From("nexts") Next> later,
            @ForAll @IntRange(min = 1, max = 12) int first) {
        Played played = new Played(earlier, later);
        NetMoves shifted = played.shifted();
        List<RankKey> now =
                list(played.after).stream().limit(first + shifted.size()).toList();
        assertThat(shifted.undo(now, first))
                .isEqualTo(list(played.before).stream().limit(first).toList());
        assertThat(shifted.more()).isEqualTo(played.after.size() - played.before.size());
    }

    @Property
    void ranksAndPositionsOfThoseWhoStayFollow(
            @ForAll @Size(max = 25) List<@From("nexts") Next> earlier,
            @ForAll @Size(max = 25) List<@From("nexts") Next> later) {
        Played played = new Played(earlier, later);
        NetMoves shifted = played.shifted();
        played.before.forEach((who, place) -> {
            assertThat(better(played.before, place) + shifted.moreBetter(place)).isEqualTo(better(played.after, place));
            if (!shifted.has(who)) {
                assertThat(list(played.before).indexOf(place) + shifted.moreBefore(place))
                        .isEqualTo(list(played.after).indexOf(place));
            } else {
                assertThat(shifted.from(who)).isEqualTo(place);
            }
        });
    }

    @Property
    void aTopThatIsNotTouchedIsTheSame(
            @ForAll @Size(max = 25) List<@From("nexts") Next> earlier,
            @ForAll @Size(max = 3) List<@From("nexts") Next> later,
            @ForAll @IntRange(min = 1, max = 6) int first) {
        Played played = new Played(earlier, later);
        List<RankKey> top = list(played.before).stream().limit(first).toList();
        if (top.size() == first && !played.shifted().touches(Objects.requireNonNull(top.getLast()))) {
            assertThat(list(played.after).stream().limit(first).toList()).isEqualTo(top);
        }
    }
}
