package laurel.ranking.model.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** A page of a connection. */
public record ModelPage<T>(
        List<T> items,
        boolean hasNext,
        boolean hasPrevious,
        @Nullable String start,
        @Nullable String end) {
    public static final String FIELDS = " pageInfo { hasNextPage hasPreviousPage startCursor endCursor } ";

    /** Reads the page at a cursor; null for the first page. */
    public interface PageSource {
        Answer page(@Nullable String cursor);
    }

    static <T> ModelPage<T> of(Answer connection, Function<Answer, T> read) {
        return new ModelPage<>(
                connection.list("edges").stream()
                        .map(edge -> read.apply(edge.node("node")))
                        .toList(),
                connection.at("pageInfo", "hasNextPage") == Boolean.TRUE,
                connection.at("pageInfo", "hasPreviousPage") == Boolean.TRUE,
                (String) connection.at("pageInfo", "startCursor"),
                (String) connection.at("pageInfo", "endCursor"));
    }

    /**
     * Reads all pages of a list.
     *
     * @param between runs after each page
     */
    public static <T> List<ModelPage<T>> walk(
            PageSource source, boolean backwards, Function<Answer, T> read, Runnable between) {
        List<ModelPage<T>> pages = new ArrayList<>();
        String cursor = null;
        do {
            ModelPage<T> page = of(source.page(cursor), read);
            pages.add(page);
            cursor = backwards ? page.start : page.end;
            if (backwards ? !page.hasPrevious : !page.hasNext) {
                return pages;
            }
            between.run();
        } while (true);
    }

    /** In the order of the list, even if it was read backwards. */
    public static <T> List<T> items(List<ModelPage<T>> pages, boolean backwards) {
        return (backwards ? pages.reversed() : pages)
                .stream().flatMap(page -> page.items.stream()).toList();
    }
}
