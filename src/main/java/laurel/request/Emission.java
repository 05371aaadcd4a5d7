package laurel.request;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription is told at once. Subscribers of the same get the same emission, so that what they selected of it is
 * worked out once for all whose selection is the same.
 */
public final class Emission {
    private final Object value;
    private final @Nullable String cursor;
    private final ConcurrentHashMap<Object, CompletableFuture<byte[]>> rendered = new ConcurrentHashMap<>();

    /**
     * @param value  of the type of the subscription's field
     * @param cursor given as {@code after}, a subscription goes on after this; null where none can
     */
    public Emission(Object value, @Nullable String cursor) {
        this.value = value;
        this.cursor = cursor;
    }

    public Object value() {
        return value;
    }

    /** Where to go on after this; null where that cannot be said. */
    public @Nullable String cursor() {
        return cursor;
    }

    /**
     * The bytes that say it to all whose selection has this key; made by the executor where nobody has asked before.
     *
     * @param key equal for those, and only those, who are told the same bytes
     */
    public CompletableFuture<byte[]> rendered(Object key, Executor executor, Function<Emission, byte[]> render) {
        return rendered.computeIfAbsent(key, made -> CompletableFuture.supplyAsync(() -> render.apply(this), executor));
    }
}
