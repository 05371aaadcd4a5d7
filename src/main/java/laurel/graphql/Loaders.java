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

    /**
     * Adds a loader whose values may be long, or many. They are charged to the answer, those that are {@link Measured}
     * with their texts.
     *
     * @param rows how many the value of a key may have, in rows of 4 KiB or less
     */
    public static <K, V> void register(
            DataLoaderRegistry loaders, String name, ToIntFunction<K> rows, Function<Set<K>, Map<K, V>> load) {
        var parted = new PartedLoad<>(rows, load, budget(loaders));
        register(loaders, name, parted::load);
    }

    /**
     * Adds a loader of lists.
     *
     * @param load gives the items of each request, in order; requests without items may be absent
     */
    public static <F extends @Nullable Object, P extends @Nullable Object, V> void registerList(
            DataLoaderRegistry loaders,
            String name,
            Function<Set<ListRequest<F, P>>, Map<ListRequest<F, P>, List<V>>> load) {
        registerList(loaders, name, 1, load);
    }

    /**
     * Adds a loader of lists whose items may be long.
     *
     * @param rows of 4 KiB or less that an item may have
     */
    public static <F extends @Nullable Object, P extends @Nullable Object, V> void registerList(
            DataLoaderRegistry loaders,
            String name,
            int rows,
            Function<Set<ListRequest<F, P>>, Map<ListRequest<F, P>, List<V>>> load) {
        register(loaders, name, request -> rows * request.limit(), load);
    }

    /** Adds a loader of values by themselves, which may be long. */
    public static <K, V> void registerLong(DataLoaderRegistry loaders, String name, Function<Set<K>, Map<K, V>> load) {
        register(loaders, name, key -> 1, load);
    }

    /** What the answer that a request's loaders load for may take. */
    private static AnswerBudget budget(DataLoaderRegistry loaders) {
        return loaders instanceof LazyLoaders lazy ? lazy.budget() : AnswerBudget.unlimited();
    }

    /** Makes known the value of a key, so that it is not loaded. */
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
