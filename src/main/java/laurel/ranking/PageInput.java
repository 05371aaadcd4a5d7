package laurel.ranking;

import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.index.EntryPlace;
import org.jspecify.annotations.Nullable;

/** Reads Relay's {@code first, after, last, before}. */
final class PageInput {
    private static final int DEFAULT_SIZE = 20;

    private PageInput() {}

    /** The page asked for; else throws a RequestException. */
    static Page of(Input input, Ranking ranking, PageSize pageSize) {
        Integer first = input.optionalInteger("first");
        Integer last = input.optionalInteger("last");
        String after = input.optionalString("after");
        String before = input.optionalString("before");
        check(
                (first == null && after == null) || (last == null && before == null),
                "`first` and `after` must not be combined with `last` and `before`.");
        Integer position = input.optionalInteger("fromPosition");
        check(
                position == null || (after == null && before == null && last == null),
                "`fromPosition` must not be combined with `after`, `last` or `before`.");
        check(position == null || position >= 1, "`fromPosition` must be 1 or more.");
        StandingFilter filter = filter(input, ranking);
        boolean backwards = last != null || before != null;
        int size = backwards ? size("last", last, pageSize) : size("first", first, pageSize);
        String cursor = backwards ? before : after;
        EntryPlace from = cursor == null ? null : EntryPlace.parse(cursor, Page.list(ranking, filter));
        return new Page(input.constant(RankingOrder.class, "order"), filter, size, from, backwards, position);
    }

    /** What the argument {@code filter} says. */
    static StandingFilter filter(Input input, Ranking ranking) {
        Input filter = input.optionalObject("filter");
        return filter == null ? StandingFilter.ALL : StandingFilter.of(filter, ranking);
    }

    private static int size(String name, @Nullable Integer size, PageSize pageSize) {
        return size == null ? DEFAULT_SIZE : pageSize.checked(name, size);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, otherwise);
        }
    }
}
