package laurel.request;

import org.jspecify.annotations.Nullable;

/**
 * A request for one page of a list that is ordered by a unique key. Lists use keyset pagination: a page starts behind a position,
 * so that it stays correct while items are added and removed. One statement can read pages of several lists.
 *
 * @param filter which items the list has; null if the list has no filter
 * @param after  position of the last item of the previous page; for the first page, a position before all items
 * @param limit  largest number of items to read: one more than the page has, which shows whether another page follows
 */
public record ListRequest<F, P>(
        @Nullable F filter, @Nullable P after, int limit) {}
