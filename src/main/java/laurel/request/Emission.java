package laurel.request;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/**
 * One event of a subscription. All subscribers of the same source share the emission, so subscribers with the same selection
 * share its rendered response.
 */
public final class Emission {
    private final Object value;
    private final @Nullable String cursor;
    private final ConcurrentHashMap<Object, CompletableFuture<RenderedEvent>> rendered = new ConcurrentHashMap<>();

    /**
     * A rendered response.
     *
     * @param json   its bytes
     * @param owners the players that receive another response than callers with the same role
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; it is sent as it is.
    public record RenderedEvent(byte[] json, Set<Player> owners) {}

    /**
     * @param value  value of the subscription's field
     * @param cursor argument {@code after} with which a subscription resumes after this emission; null if it cannot
     */
    public Emission(Object value, @Nullable String cursor) {
        this.value = value;
        this.cursor = cursor;
    }

    public Object value() {
        return value;
    }

    /** The cursor to resume after this emission; null if a subscription cannot resume. */
    public @Nullable String cursor() {
        return cursor;
    }

    /**
     * Returns the response for all subscribers whose selection has this key. The executor renders it for the first of them.
     *
     * @param key equal if and only if the responses are equal
     */
    public CompletableFuture<RenderedEvent> rendered(
            Object key, Executor executor, Function<Emission, RenderedEvent> render) {
        return rendered.computeIfAbsent(key, made -> CompletableFuture.supplyAsync(() -> render.apply(this), executor));
    }
}
