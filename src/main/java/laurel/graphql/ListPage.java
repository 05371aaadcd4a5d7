package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a field asks for by its arguments {@code first} and {@code after}; {@link PageSize}
 * makes them.
 */
public final class ListPage {
    private final DataFetchingEnvironment environment;
    private final String list;
    private final int size;
    private final @Nullable String after;

    /** @param list what tells this list from every other */
    ListPage(DataFetchingEnvironment environment, String list, int size) {
        this.environment = environment;
        this.list = list;
        this.size = size;
        this.after = Input.of(environment).optionalString("after");
    }

    /** How many items to read: one more than the page has, to know whether there are more. */
    public int limit() {
        return size + 1;
    }

    /**
     * What the page comes after.
     *
     * @param start of the first page
     * @param read  makes it of the parts of the cursor's key; what it throws makes the text no cursor
     */
    public <P extends @Nullable Object> P after(P start, Function<List<String>, P> read) {
        return after == null ? start : Cursor.parse(after, list, read);
    }

    /** The number that the page comes after. */
    public long after(long start) {
        return after(start, key -> Long.valueOf(key.getFirst()));
    }

    /**
     * The page.
     *
     * @param items as many as the limit says, if there are so many
     * @param key   the parts of an item's key
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> Connection<T> of(List<T> items, Function<T, Object>... key) {
        return Connection.firstOf(items, size, after, item -> new Cursor(
                        list,
                        Stream.of(key).map(part -> part.apply(item).toString()).toList())
                .text());
    }

    /**
     * The page of the items that a loader finds.
     *
     * @param asked the loader's key
     * @param key   the parts of an item's key
     */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> CompletableFuture<Connection<T>> load(String loader, Object asked, Function<T, Object>... key) {
        return Loaders.<Object, List<T>>load(environment, loader, asked)
                .thenApply(found -> of(Objects.requireNonNullElse(found, List.of()), key));
    }
}
