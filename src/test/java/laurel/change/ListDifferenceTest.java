package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Differences of ordered lists. */
class ListDifferenceTest {
    /** A participant and its score. */
    private record Scored(int participant, int score) {}

    @Provide
    Arbitrary<Map<Integer, Integer>> leaderboards() {
        return Arbitraries.maps(
                Arbitraries.integers().between(1, 12), Arbitraries.integers().between(1, 5));
    }

    private static List<Scored> top(Map<Integer, Integer> leaderboard, int first) {
        return new TreeMap<>(leaderboard)
                .entrySet().stream()
                        .map(one -> new Scored(one.getKey(), one.getValue()))
                        .sorted(Comparator.comparingInt(Scored::score)
                                .reversed()
                                .thenComparingInt(Scored::participant))
                        .limit(first)
                        .toList();
    }

    @Property
    void givesNewListWhenAppliedToOldList(
            @ForAll("leaderboards") Map<Integer, Integer> one,
            @ForAll("leaderboards") Map<Integer, Integer> other,
            @ForAll @IntRange(min = 1, max = 12) int first) {
        List<Scored> before = top(one, first);
        List<Scored> after = top(other, first);
        var difference = ListDifference.between(before, after, Scored::participant, Scored::equals);
        Function<Scored, Integer> position = element -> after.indexOf(element) + 1;
        assertThat(Differences.apply(difference, before, Scored::participant, position))
                .isEqualTo(after);
        assertThat(difference.isEmpty()).isEqualTo(before.equals(after));
    }

    @Property
    void upsertsNoUnchangedElement(
            @ForAll("leaderboards") Map<Integer, Integer> one, @ForAll("leaderboards") Map<Integer, Integer> other) {
        List<Scored> before = top(one, 6);
        var difference = ListDifference.between(before, top(other, 6), Scored::participant, Scored::equals);
        assertThat(difference.upserted()).noneMatch(before::contains);
        assertThat(difference.removed())
                .isSubsetOf(before.stream().map(Scored::participant).toList());
    }

    @Test
    void upsertsOnlyTheElementThatMovesUp() {
        List<Scored> before = List.of(new Scored(1, 9), new Scored(2, 8), new Scored(3, 7));
        List<Scored> after = List.of(new Scored(3, 10), new Scored(1, 9), new Scored(2, 8));
        assertThat(ListDifference.between(before, after, Scored::participant, Scored::equals))
                .isEqualTo(new ListDifference<>(new ArrayList<Integer>(), List.of(new Scored(3, 10))));
    }
}
