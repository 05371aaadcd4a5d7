package laurel.graphql;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import laurel.request.Measured;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.junit.jupiter.api.Test;

class PartedLoadTest {
    private final List<Integer> parts = new ArrayList<>();
    private final AtomicInteger grown = new AtomicInteger();

    private record Text(int length) implements Measured {
        @Override
        public long heldBytes() {
            return length;
        }
    }

    @Test
    void loadsFewRowsAtOnce() {
        assertThat(texts(Long.MAX_VALUE, 1, 10).load(keys(5_000))).hasSize(5_000);
        assertThat(parts).containsExactly(5_000);
        assertThat(grown).hasValue(0);
    }

    @Test
    void loadsManyRowsInParts() {
        assertThat(texts(Long.MAX_VALUE, 1_000, 300_000).load(keys(12))).hasSize(12);
        assertThat(parts).containsExactly(5, 5, 2);
        assertThat(grown).hasValue(1);
    }

    @Test
    void loadsMoreRowsAtOnceAfterSmallPart() {
        assertThat(texts(Long.MAX_VALUE, 1_000, 10).load(keys(30))).hasSize(30);
        assertThat(parts).containsExactly(5, 20, 5);
    }

    @Test
    void loadsKeyWithManyRowsAlone() {
        assertThat(texts(Long.MAX_VALUE, 6_000, 10).load(keys(2))).hasSize(2);
        assertThat(parts).containsExactly(1, 1);
    }

    @Test
    void stopsWhenBudgetIsExceeded() {
        PartedLoad<Integer, Object> load = texts(2_000_000, 1_000, 300_000);
        assertThatThrownBy(() -> load.load(keys(50)))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(RequestErrorCode.LIMIT_EXCEEDED));
        assertThat(parts).containsExactly(5, 5);
    }

    @Test
    void countsAllLoadsTowardsBudget() {
        PartedLoad<Integer, Object> load = texts(1_000_000, 1, 100_000);
        load.load(keys(9));
        assertThatThrownBy(() -> load.load(keys(2))).isInstanceOf(RequestException.class);
    }

    @Test
    void chargesEachRowOfList() {
        var load = new PartedLoad<Integer, Object>(
                key -> 1, of(key -> List.of(new Text(400_000), new Text(400_000))), budget(1_000_000));
        load.load(keys(1));
        assertThatThrownBy(() -> load.load(keys(1))).isInstanceOf(RequestException.class);
    }

    private PartedLoad<Integer, Object> texts(long most, int rows, int length) {
        return new PartedLoad<>(key -> rows, of(key -> new Text(length)), budget(most));
    }

    private ResponseBudget budget(long most) {
        return new ResponseBudget(most, grown::incrementAndGet);
    }

    private Function<Set<Integer>, Map<Integer, Object>> of(Function<Integer, Object> value) {
        return keys -> {
            parts.add(keys.size());
            return keys.stream().collect(toMap(Function.identity(), value));
        };
    }

    private static Set<Integer> keys(int count) {
        return IntStream.range(0, count).boxed().collect(toSet());
    }
}
