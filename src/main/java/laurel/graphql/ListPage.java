package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.request.Connection;
import laurel.request.Cursor;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a field requests by its arguments {@code first} and {@code after}. Reads the arguments, creates the
 * {@link ListRequest}, and creates a {@link Connection} of the items. {@link PageSize} creates it.
 */
public final class ListPage {
    private final DataFetchingEnvironment environment;
    private final String list;
    private final int size;
    private final @Nullable String after;

    /** @param list identifies the list; its cursors are valid for no other */
    ListPage(DataFetchingEnvironment environment, String list, int size) {
        this.environment = environment;
        this.list = list;
        this.size = size;
        this.after = Input.of(environment).optionalString("after");
    }

    /**
     * The position after which the page starts.
     *
     * @param start position for the first page
     * @param read  reads a position from the parts of the cursor's key; if it throws, the cursor is invalid
     */
    public <P extends @Nullable Object> P after(P start, Function<List<String>, P> read) {
        return after == null ? start : Cursor.parse(after, list, read);
    }

    /** The position in a list ordered by a number. */
    public long after(long start) {
        return after(start, key -> Long.valueOf(key.getFirst()));
    }

    /** The position in a list ordered by a text. */
    public String afterText() {
        return after("", List::getFirst);
    }

    /** The request for the items after this position. */
    public <F, P> ListRequest<F, P> request(@Nullable F filter, @Nullable P after) {
        return new ListRequest<>(filter, after, size + 1);
    }

    /**
     * The page of these items.
     *
     * @param items of the list after the position, as many as the request allows
     * @param key   the parts of an item's key
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> Connection<T> of(List<T> items, Function<T, Object>... key) {
        return byKeys(
                items,
                item -> Stream.of(key).map(part -> part.apply(item).toString()).toList());
    }

    /**
     * The page of these items, if the number of parts of a key varies.
     *
     * @param key the parts of an item's key
     */
    public <T> Connection<T> byKeys(List<T> items, Function<T, List<String>> key) {
        return Connection.firstOf(items, size, after, item -> new Cursor(list, key.apply(item)).text());
    }

    /**
     * The page of the items that a loader returns; see {@link Loaders#registerList}.
     *
     * @param key the parts of an item's key
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> CompletableFuture<Connection<T>> load(
            String loader, ListRequest<?, ?> request, Function<T, Object>... key) {
        return this.<T>items(loader, request).thenApply(items -> of(items, key));
    }

    /** The items that a loader returns. */
    public <T> CompletableFuture<List<T>> items(String loader, ListRequest<?, ?> request) {
        return Loaders.<Object, List<T>>load(environment, loader, request)
                .thenApply(found -> Objects.requireNonNullElse(found, List.of()));
    }
}
