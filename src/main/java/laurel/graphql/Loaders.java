package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import laurel.request.ListRequest;
import laurel.request.Measured;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Loaders: they read the values for many fields of one request in one batch, once for each key. */
public final class Loaders {
    private Loaders() {}

    /**
     * Adds a loader to those of a request.
     *
     * @param load returns the values of keys, by key; keys without a value are absent
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

    /**
     * Adds a loader of long or many values. They are charged to the budget of the response, {@link Measured} ones with their
     * texts.
     *
     * @param rows maximum size of a key's value, in rows of 4 KiB
     */
    public static <K, V> void register(
            DataLoaderRegistry loaders, String name, ToIntFunction<K> rows, Function<Set<K>, Map<K, V>> load) {
        var parted = new PartedLoad<>(rows, load, budget(loaders));
        register(loaders, name, parted::load);
    }

    /**
     * Adds a loader of lists.
     *
     * @param load returns the items of each request, in order; requests without items may be absent
     */
    public static <F extends @Nullable Object, P extends @Nullable Object, V> void registerList(
            DataLoaderRegistry loaders,
            String name,
            Function<Set<ListRequest<F, P>>, Map<ListRequest<F, P>, List<V>>> load) {
        registerList(loaders, name, 1, load);
    }

    /**
     * Adds a loader of lists with long items.
     *
     * @param rows maximum size of an item, in rows of 4 KiB
     */
    public static <F extends @Nullable Object, P extends @Nullable Object, V> void registerList(
            DataLoaderRegistry loaders,
            String name,
            int rows,
            Function<Set<ListRequest<F, P>>, Map<ListRequest<F, P>, List<V>>> load) {
        register(loaders, name, request -> rows * request.limit(), load);
    }

    /** Adds a loader of single long values. */
    public static <K, V> void registerLong(DataLoaderRegistry loaders, String name, Function<Set<K>, Map<K, V>> load) {
        register(loaders, name, key -> 1, load);
    }

    /** The budget of the response that the loaders load for. */
    private static ResponseBudget budget(DataLoaderRegistry loaders) {
        return loaders instanceof LazyLoaders lazy ? lazy.budget() : ResponseBudget.unlimited();
    }

    /** Sets the value of a key, so that it is not loaded. */
    public static <K, V> void prime(DataFetchingEnvironment environment, String name, K key, V value) {
        DataLoader<K, V> loader = environment.getDataLoader(name);
        if (loader == null) {
            throw new IllegalStateException("no loader " + name);
        }
        var unused = loader.prime(key, value);
    }

    /** Loads the value of a key; null if it has none. The value of the key null is null. */
    public static <K, V> CompletableFuture<V> load(DataFetchingEnvironment environment, String name, @Nullable K key) {
        if (key == null) {
            return CompletableFuture.completedFuture(null);
        }
        DataLoader<K, V> loader = environment.getDataLoader(name);
        if (loader == null) {
            throw new IllegalStateException("no loader " + name);
        }
        return loader.load(key);
    }
}
