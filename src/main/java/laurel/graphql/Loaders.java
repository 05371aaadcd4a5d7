package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderRegistry;

/** Loaders: what many fields of one request need is asked of the database at once, by key, once for each key. */
public final class Loaders {
    private Loaders() {}

    /**
     * Adds a loader to a request's.
     *
     * @param load gives the values of keys, by key; those that do not exist are absent
     */
    public static <K, V> void register(DataLoaderRegistry loaders, String name, Function<Set<K>, Map<K, V>> load) {
        Supplier<DataLoader<?, ?>> loader = () -> DataLoaderFactory.<K, V>newMappedDataLoader(
                keys -> CompletableFuture.completedFuture(load.apply(keys)));
        if (loaders instanceof LazyLoaders lazy) {
            lazy.offer(name, loader);
        } else {
            loaders.register(name, loader.get());
        }
    }

    /** What the answer that a request's loaders load for may take. */
    public static AnswerBudget budget(DataLoaderRegistry loaders) {
        return loaders instanceof LazyLoaders lazy ? lazy.budget() : AnswerBudget.unlimited();
    }

    /** The value of a key, null where there is none, once the loader has asked. */
    public static <K, V> CompletableFuture<V> load(DataFetchingEnvironment environment, String name, K key) {
        DataLoader<K, V> loader = environment.getDataLoader(name);
        if (loader == null) {
            throw new IllegalStateException("no loader " + name);
        }
        return loader.load(key);
    }
}
