package laurel.graphql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The results of a batch: the properties of its payload.
 *
 * @param results in the order of the items
 */
public record BatchResults(List<Item<Object>> results, int acceptedCount, int failedCount) {
    /**
     * The result of one item of a batch.
     *
     * @param index   the item's place in the input, from 0
     * @param receipt the result; null if the item failed
     * @param errors  the reasons of the failure; empty if the item succeeded
     */
    public record Item<T>(int index, @Nullable T receipt, List<Refusal> errors) {}

    /** The fields of a type of the schema that represents an item. */
    public static Fields<Item<Object>> fields(String type) {
        return Fields.<Item<Object>>of(type)
                .field("index", Item::index)
                .field("receipt", Item::receipt)
                .field("errors", Item::errors);
    }

    /**
     * Creates the results of a batch.
     *
     * @param payload returns the {@link Refusal} of an item, its path within the item, or the item's receipt
     * @param list    name of the input's field that holds the items
     */
    public static <R> BatchResults of(List<R> results, Function<R, Object> payload, String list) {
        List<Item<Object>> items = new ArrayList<>(results.size());
        for (R result : results) {
            items.add(item(items.size(), payload.apply(result), list));
        }
        int failed =
                (int) items.stream().filter(item -> !item.errors().isEmpty()).count();
        return new BatchResults(items, items.size() - failed, failed);
    }

    private static Item<Object> item(int index, Object payload, String list) {
        if (payload instanceof Refusal refusal) {
            Refusal within =
                    refusal.within(Integer.toString(index)).within(list).within("input");
            return new Item<>(index, null, List.of(within));
        }
        return new Item<>(index, payload, List.of());
    }
}
