package laurel.ranking.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** A page of a connection, as it came. */
record ModelPage<T>(
        List<T> items,
        boolean hasNext,
        boolean hasPrevious,
        @Nullable String start,
        @Nullable String end) {
    static final String FIELDS = " pageInfo { hasNextPage hasPreviousPage startCursor endCursor } ";

    /** Asks for the page at a cursor; null is the first that is read. */
    interface Source {
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
     * All pages from one end to the other, in the order in which they were read.
     *
     * @param between done after each page
     */
    static <T> List<ModelPage<T>> walk(Source source, boolean backwards, Function<Answer, T> read, Runnable between) {
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

    /** In the order of the list, also where its last page was read first. */
    static <T> List<T> items(List<ModelPage<T>> pages, boolean backwards) {
        return (backwards ? pages.reversed() : pages)
                .stream().flatMap(page -> page.items.stream()).toList();
    }
}
