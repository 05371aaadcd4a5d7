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

/** One list of another, by as little as there is to say. */
class ListDifferenceTest {
    /** A participant and its score. */
    private record Scored(int who, int score) {}

    @Provide
    Arbitrary<Map<Integer, Integer>> boards() {
        return Arbitraries.maps(
                Arbitraries.integers().between(1, 12), Arbitraries.integers().between(1, 5));
    }

    private static List<Scored> top(Map<Integer, Integer> board, int first) {
        return new TreeMap<>(board)
                .entrySet().stream()
                        .map(one -> new Scored(one.getKey(), one.getValue()))
                        .sorted(Comparator.comparingInt(Scored::score)
                                .reversed()
                                .thenComparingInt(Scored::who))
                        .limit(first)
                        .toList();
    }

    @Property
    void appliedToTheOldListItGivesTheNewOne(
            @ForAll("boards") Map<Integer, Integer> one,
            @ForAll("boards") Map<Integer, Integer> other,
            @ForAll @IntRange(min = 1, max = 12) int first) {
        List<Scored> before = top(one, first);
        List<Scored> after = top(other, first);
        var diff = ListDifference.between(before, after, Scored::who, Scored::equals);
        Function<Scored, Integer> position = element -> after.indexOf(element) + 1;
        assertThat(diff.apply(before, Scored::who, position)).isEqualTo(after);
        assertThat(diff.isEmpty()).isEqualTo(before.equals(after));
    }

    @Property
    void nobodyIsPlacedWhoWasThereAndIsTheSame(
            @ForAll("boards") Map<Integer, Integer> one, @ForAll("boards") Map<Integer, Integer> other) {
        List<Scored> before = top(one, 6);
        var diff = ListDifference.between(before, top(other, 6), Scored::who, Scored::equals);
        assertThat(diff.placed()).noneMatch(before::contains);
        assertThat(diff.left()).allMatch(who -> before.stream().anyMatch(element -> element.who == who));
    }

    @Test
    void whoMovesUpIsPlacedAndTheOthersMakeRoom() {
        List<Scored> before = List.of(new Scored(1, 9), new Scored(2, 8), new Scored(3, 7));
        List<Scored> after = List.of(new Scored(3, 10), new Scored(1, 9), new Scored(2, 8));
        assertThat(ListDifference.between(before, after, Scored::who, Scored::equals))
                .isEqualTo(new ListDifference<>(new ArrayList<Integer>(), List.of(new Scored(3, 10))));
    }
}
