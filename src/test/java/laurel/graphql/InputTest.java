package laurel.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.core.annotation.Creator;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.reflect.exception.InstantiationException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputTest {
    enum Colour {
        RED,
        BLUE
    }

    @Introspected
    record Leaf(String name, @Bindable("count") long number) {}

    @Introspected
    record Tree(
            String name,
            int height,
            boolean green,
            @Nullable Integer age,
            @Nullable Colour colour,
            Set<Colour> colours,
            List<Leaf> leaves,
            @Nullable List<Leaf> buds,
            @Nullable Set<String> birds,
            @Nullable Leaf first,
            @Nullable BigDecimal share,
            @Nullable Instant plantedAt,
            @Nullable Json more) {}

    @Introspected
    record Made(String text) {
        @Creator
        static Made of(String first, @Nullable String second) {
            return new Made(first + second);
        }
    }

    private final Map<String, Object> least = Map.of("name", "oak", "height", 3, "green", true);

    @Test
    void readsComponentsByName() {
        Map<String, Object> values = new HashMap<>(least);
        values.put("age", 100);
        values.put("colour", "RED");
        values.put("colours", List.of("RED", "BLUE", "RED"));
        values.put("leaves", List.of(leaf("a", 1), leaf("b", 2)));
        values.put("buds", List.of());
        values.put("birds", List.of("owl"));
        values.put("first", leaf("a", 1));
        values.put("share", 0.1);
        values.put("plantedAt", Instant.EPOCH);
        values.put("more", new Json("{}"));

        assertThat(new Input(values).as(Tree.class))
                .isEqualTo(new Tree(
                        "oak",
                        3,
                        true,
                        100,
                        Colour.RED,
                        Set.of(Colour.RED, Colour.BLUE),
                        List.of(new Leaf("a", 1), new Leaf("b", 2)),
                        List.of(),
                        Set.of("owl"),
                        new Leaf("a", 1),
                        new BigDecimal("0.1"),
                        Instant.EPOCH,
                        new Json("{}")));
    }

    @Test
    void readsAbsentValuesAsNullOrEmpty() {
        Tree expected = new Tree("oak", 3, true, null, null, Set.of(), List.of(), null, null, null, null, null, null);
        assertThat(new Input(least).as(Tree.class)).isEqualTo(expected);
        Map<String, Object> nulls = new HashMap<>(least);
        List.of("age", "colour", "colours", "leaves", "buds", "first").forEach(name -> nulls.put(name, null));
        assertThat(new Input(nulls).as(Tree.class)).isEqualTo(expected);
    }

    @Test
    void requiresValuesOfNonNullComponents() {
        for (String name : least.keySet()) {
            Map<String, Object> values = new HashMap<>(least);
            values.remove(name);
            assertThatThrownBy(() -> new Input(values).as(Tree.class))
                    .isInstanceOf(InstantiationException.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void usesCreatorInsteadOfConstructor() {
        assertThat(new Input(Map.of("first", "a", "second", "b")).as(Made.class))
                .isEqualTo(new Made("ab"));
        assertThat(new Input(Map.of("first", "a")).as(Made.class)).isEqualTo(new Made("anull"));
    }

    @Test
    void readsNestedInputsAsRecords() {
        var input = new Input(Map.of("one", leaf("a", 1), "all", new ArrayList<>(Arrays.asList(leaf("b", 2)))));
        assertThat(input.object("one", Leaf.class)).isEqualTo(new Leaf("a", 1));
        assertThat(input.objects("all", Leaf.class)).containsExactly(new Leaf("b", 2));
    }

    private static Map<String, Object> leaf(String name, long count) {
        return Map.of("name", name, "count", count);
    }
}
