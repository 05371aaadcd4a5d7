package laurel.graphql;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The loaders of one request. Each is created when a fetcher first uses it: a request uses few of all loaders, and every
 * created loader is polled for work repeatedly.
 */
public final class LazyLoaders extends DataLoaderRegistry {
    private final Map<String, Supplier<DataLoader<?, ?>>> offered = new HashMap<>();
    private final ResponseBudget budget;

    /** @param budget of the response that they load for */
    public LazyLoaders(ResponseBudget budget) {
        this.budget = budget;
    }

    ResponseBudget budget() {
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
