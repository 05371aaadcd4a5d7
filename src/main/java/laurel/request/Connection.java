package laurel.request;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page of a list, as Relay has it. */
public record Connection<T>(List<Edge<T>> edges, PageInfo pageInfo) {
    /** An item and its place. */
    public record Edge<T>(String cursor, T node) {}

    /** Where the page lies in the list. */
    public record PageInfo(
            boolean hasNextPage,
            boolean hasPreviousPage,
            @Nullable String startCursor,
            @Nullable String endCursor) {}

    /**
     * The page of these items.
     *
     * @param before whether something stands before them
     * @param after  whether something stands after them
     */
    public static <T> Connection<T> of(List<T> items, boolean before, boolean after, Function<T, String> cursor) {
        List<Edge<T>> edges =
                items.stream().map(item -> new Edge<>(cursor.apply(item), item)).toList();
        return new Connection<>(
                edges,
                new PageInfo(
                        after,
                        before,
                        edges.isEmpty() ? null : edges.getFirst().cursor(),
                        edges.isEmpty() ? null : edges.getLast().cursor()));
    }

    /** The items alone. */
    public List<T> nodes() {
        return edges.stream().map(Edge::node).toList();
    }

    /** The same page of what its items stand for. */
    public <R> Connection<R> map(Function<T, R> part) {
        return new Connection<>(
                edges.stream()
                        .map(edge -> new Edge<>(edge.cursor(), part.apply(edge.node())))
                        .toList(),
                pageInfo);
    }

    /** The first {@code size} of the items, of which one more was read, to know whether there is more. */
    public static <T> Connection<T> firstOf(
            List<T> oneMore, int size, @Nullable String after, Function<T, String> cursor) {
        List<T> items = oneMore.subList(0, Math.min(size, oneMore.size()));
        return of(items, after != null, oneMore.size() > size, cursor);
    }
}
