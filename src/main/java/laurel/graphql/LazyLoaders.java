package laurel.graphql;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The loaders of one request, each made when a fetcher first asks for it: of all that there are, a request uses few, and
 * all that are made are asked again and again whether they have anything to load.
 */
public final class LazyLoaders extends DataLoaderRegistry {
    private final Map<String, Supplier<DataLoader<?, ?>>> offered = new HashMap<>();
    private final AnswerBudget budget;

    /** @param budget of the answer that they load for */
    public LazyLoaders(AnswerBudget budget) {
        this.budget = budget;
    }

    AnswerBudget budget() {
        return budget;
    }

    void offer(String name, Supplier<DataLoader<?, ?>> loader) {
        offered.put(name, loader);
    }

    @Override
    public <K, V> @Nullable DataLoader<K, V> getDataLoader(String name) {
        DataLoader<K, V> made = super.getDataLoader(name);
        Supplier<DataLoader<?, ?>> loader = made == null ? offered.get(name) : null;
        return loader == null ? made : registerAndGet(name, loader.get());
    }
}
