package laurel.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import laurel.request.Emission.Rendering;

/**
 * Emissions that a source sends at the same time. Those for subscribers with the same selection are rendered together, once
 * all are sent.
 */
public final class EmissionBatch implements AutoCloseable {
    /** Larger groups are rendered in parts, by several threads. */
    private static final int MAX_PART = 256;

    private final Map<Object, Group> groups = new LinkedHashMap<>();
    private boolean closed;

    private record Group(List<Rendering> waiting, Executor executor, Consumer<List<Rendering>> renderer) {
        void render() {
            for (int from = 0; from < waiting.size(); from += MAX_PART) {
                render(List.copyOf(waiting.subList(from, Math.min(waiting.size(), from + MAX_PART))));
            }
        }

        private void render(List<Rendering> part) {
            try {
                executor.execute(() -> renderer.accept(part));
            } catch (RejectedExecutionException stopping) {
                part.forEach(rendering -> rendering.result().completeExceptionally(stopping));
            }
        }
    }

    /** Adds an emission to render. Returns false if the batch is closed, so that it has to be rendered alone. */
    synchronized boolean holds(
            Object group, Rendering rendering, Executor executor, Consumer<List<Rendering>> renderer) {
        if (closed) {
            return false;
        }
        groups.computeIfAbsent(group, made -> new Group(new ArrayList<>(), executor, renderer))
                .waiting
                .add(rendering);
        return true;
    }

    /** Renders all emissions that were added: all subscribers have received theirs. */
    @Override
    public void close() {
        List<Group> complete;
        synchronized (this) {
            closed = true;
            complete = List.copyOf(groups.values());
            groups.clear();
        }
        complete.forEach(Group::render);
    }
}
