package laurel.graphql;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What a subscription is told at once. Subscribers of the same get the same emission, so that what they selected of it is
 * worked out once for all whose selection is the same.
 */
public final class Emission {
    private final Object value;
    private final ConcurrentHashMap<Object, CompletableFuture<byte[]>> rendered = new ConcurrentHashMap<>();

    /** @param value of the type of the subscription's field */
    public Emission(Object value) {
        this.value = value;
    }

    public Object value() {
        return value;
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
