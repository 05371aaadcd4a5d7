package laurel.request;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A page of a list, as a connection of the Relay specification. */
public record Connection<T>(List<Edge<T>> edges, PageInfo pageInfo) {
    /**
     * An item with its cursor.
     *
     * @param position returns the cursor, which takes time to compute and is often not requested
     */
    public record Edge<T>(Supplier<String> position, T node) {
        public String cursor() {
            return position.get();
        }
    }

    /**
     * The position of the page in the list.
     *
     * @param first the first edge; null if the page is empty
     * @param last  the last edge; null if the page is empty
     */
    public record PageInfo(
            boolean hasNextPage,
            boolean hasPreviousPage,
            @Nullable Edge<?> first,
            @Nullable Edge<?> last) {
        public @Nullable String startCursor() {
            return first == null ? null : first.cursor();
        }

        public @Nullable String endCursor() {
            return last == null ? null : last.cursor();
        }
    }

    /**
     * Creates a page of these items.
     *
     * @param before whether the list has items before them
     * @param after  whether the list has items after them
     */
    public static <T> Connection<T> of(List<T> items, boolean before, boolean after, Function<T, String> cursor) {
        List<Edge<T>> edges = items.stream()
                .map(item -> new Edge<>(() -> cursor.apply(item), item))
                .toList();
        return new Connection<>(
                edges,
                new PageInfo(
                        after,
                        before,
                        edges.isEmpty() ? null : edges.getFirst(),
                        edges.isEmpty() ? null : edges.getLast()));
    }

    /** Returns the items. */
    public List<T> nodes() {
        return edges.stream().map(Edge::node).toList();
    }

    /** Returns the page with each item converted. */
    public <R> Connection<R> map(Function<T, R> part) {
        return new Connection<>(
                edges.stream()
                        .map(edge -> new Edge<>(edge.position(), part.apply(edge.node())))
                        .toList(),
                pageInfo);
    }

    /** Returns the page with each item converted, without those that are converted to nothing. */
    public <R> Connection<R> mapPresent(Function<T, Optional<R>> part) {
        return new Connection<>(
                edges.stream()
                        .flatMap(
                                edge -> part.apply(edge.node()).map(node -> new Edge<>(edge.position(), node)).stream())
                        .toList(),
                pageInfo);
    }

    /** Creates a page of the first {@code size} items. One more was read, which shows whether another page follows. */
    public static <T> Connection<T> firstOf(
            List<T> oneMore, int size, @Nullable String after, Function<T, String> cursor) {
        List<T> items = oneMore.subList(0, Math.min(size, oneMore.size()));
        return of(items, after != null, oneMore.size() > size, cursor);
    }
}
