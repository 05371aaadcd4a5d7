package laurel.graphql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/** The results of the items of a batch. */
public final class BatchAnswers {
    private BatchAnswers() {}

    /**
     * The result of one item of a batch.
     *
     * @param index   the item's place in the input, from 0
     * @param receipt the result; null if the item failed
     * @param errors  the reasons of the failure; empty if the item succeeded
     */
    public record Item<T>(int index, @Nullable T receipt, List<Refusal> errors) {}

    /**
     * The results of a batch: the properties of its payload.
     *
     * @param results in the order of the items
     */
    public record Results(List<Item<Object>> results, int acceptedCount, int failedCount) {}

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
     * @param answer of one item: a {@link Refusal}, its path within the item, or the receipt
     * @param list   name of the input's field that holds the items
     */
    public static <R> Results results(List<R> results, Function<R, Object> answer, String list) {
        List<Item<Object>> items = items(results, answer, list);
        int failed =
                (int) items.stream().filter(item -> !item.errors().isEmpty()).count();
        return new Results(items, items.size() - failed, failed);
    }

    /**
     * Creates the results of the items, in order.
     *
     * @param answer of one item: a {@link Refusal}, its path within the item, or the receipt
     * @param list   name of the input's field that holds the items
     */
    public static <R> List<Item<Object>> items(List<R> results, Function<R, Object> answer, String list) {
        List<Item<Object>> items = new ArrayList<>(results.size());
        for (R result : results) {
            items.add(item(items.size(), answer.apply(result), list));
        }
        return items;
    }

    private static Item<Object> item(int index, Object answer, String list) {
        if (answer instanceof Refusal refusal) {
            Refusal within =
                    refusal.within(Integer.toString(index)).within(list).within("input");
            return new Item<>(index, null, List.of(within));
        }
        return new Item<>(index, answer, List.of());
    }
}
