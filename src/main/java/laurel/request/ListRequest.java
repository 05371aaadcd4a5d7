package laurel.request;

import org.jspecify.annotations.Nullable;

/**
 * One page of a list that is ordered by a unique key. Keyset paging: a page starts behind a position, so that it stays
 * correct while items are added and removed. All lists of the project are read this way, several of them in one statement.
 *
 * @param filter which items the list has; null if the list has no filter
 * @param after  position of the last item of the page before; a position before all items for the first page
 * @param limit  most items to read: one more than the page has, which shows whether another page follows
 */
public record ListRequest<F, P>(
        @Nullable F filter, @Nullable P after, int limit) {
    /** A page of a list that has no filter. */
    public static <P> ListRequest<Void, P> unfiltered(@Nullable P after, int limit) {
        return new ListRequest<>(null, after, limit);
    }
}
