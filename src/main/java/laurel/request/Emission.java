package laurel.request;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/**
 * One event of a subscription. All subscribers of the same source share the emission, so subscribers with the same selection
 * share its rendered response.
 */
public final class Emission {
    private final Object value;
    private final @Nullable String cursor;
    private final @Nullable EmissionBatch batch;
    private final ConcurrentHashMap<Object, CompletableFuture<RenderedEvent>> rendered = new ConcurrentHashMap<>(1);

    /**
     * A rendered response.
     *
     * @param json   its bytes
     * @param owners the players that receive another response than callers with the same role
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; it is sent as it is.
    public record RenderedEvent(byte[] json, Set<Player> owners) {}

    /**
     * An emission to render.
     *
     * @param result completes with the response
     */
    public record Rendering(Emission emission, CompletableFuture<RenderedEvent> result) {}

    /**
     * @param value  value of the subscription's field
     * @param cursor argument {@code after} with which a subscription resumes after this emission; null if it cannot
     */
    public Emission(Object value, @Nullable String cursor) {
        this(value, cursor, null);
    }

    /** @param batch emissions that are rendered together with this one */
    public Emission(Object value, @Nullable String cursor, @Nullable EmissionBatch batch) {
        this.value = value;
        this.cursor = cursor;
        this.batch = batch;
    }

    public Object value() {
        return value;
    }

    /** The cursor to resume after this emission; null if a subscription cannot resume. */
    public @Nullable String cursor() {
        return cursor;
    }

    /**
     * Returns the response for all subscribers whose selection has this key. It is rendered for the first of them.
     *
     * @param key      equal if and only if the responses are equal
     * @param group    equal if the same renderer may render the emissions of a batch
     * @param executor runs the renderer
     * @param renderer completes the result of each emission
     */
    public CompletableFuture<RenderedEvent> rendered(
            Object key, Object group, Executor executor, Consumer<List<Rendering>> renderer) {
        return rendered.computeIfAbsent(key, made -> {
            var rendering = new Rendering(this, new CompletableFuture<>());
            if (batch == null || !batch.holds(group, rendering, executor, renderer)) {
                executor.execute(() -> renderer.accept(List.of(rendering)));
            }
            return rendering.result();
        });
    }
}
