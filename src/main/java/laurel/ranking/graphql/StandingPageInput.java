package laurel.ranking.graphql;

import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.rankindex.RankKey;
import laurel.ranking.Ranking;
import laurel.ranking.RankingOrder;
import laurel.ranking.StandingFilter;
import laurel.ranking.StandingPage;
import laurel.ranking.snapshot.SnapshotQuery.SnapshotPage;
import laurel.ranking.snapshot.SnapshotRanking;
import laurel.request.Cursor;
import laurel.request.GlobalIds;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a list of standings: {@code first}, {@code after}, {@code last}, {@code before}, {@code order}, {@code
 * filter} and {@code fromPosition}.
 *
 * @param cursor   cursor that the page starts after or, backwards, ends before; null for the end of the list
 * @param position position that the page starts at; null for any
 */
record StandingPageInput(
        RankingOrder order,
        StandingFilter filter,
        int size,
        boolean backwards,
        @Nullable String cursor,
        @Nullable Integer position) {
    private static final int DEFAULT_SIZE = 20;

    /** Reads the arguments. Throws a RequestException if they are invalid. */
    static StandingPageInput of(Input input, Ranking ranking, PageSize pageSize) {
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
        RankingOrder order = input.constant(RankingOrder.class, "order");
        return new StandingPageInput(order, filter, size, backwards, backwards ? before : after, position);
    }

    /** The page of a ranking. Throws INVALID_CURSOR. */
    StandingPage page(Ranking ranking, GlobalIds ids) {
        RankKey from =
                cursor == null ? null : RankKey.parse(argument(), cursor, StandingPage.list(ranking, filter), ids);
        return new StandingPage(order, filter, size, from, backwards, position);
    }

    /** The page of a final or past ranking. Throws INVALID_CURSOR. */
    SnapshotPage page(SnapshotRanking ranking) {
        Integer from = cursor == null
                ? null
                : Cursor.parse(argument(), cursor, SnapshotPage.list(ranking, filter), key -> position(key.getFirst()));
        return new SnapshotPage(order, filter, size, backwards, from, position);
    }

    /** Name of the cursor argument. */
    private String argument() {
        return backwards ? "before" : "after";
    }

    private static Integer position(String text) {
        int position = Integer.parseInt(text);
        if (position < 1 || position == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("no such position");
        }
        return position;
    }

    /** Reads the argument {@code filter}. */
    static StandingFilter filter(Input input, Ranking ranking) {
        Input filter = input.optionalObject("filter");
        return filter == null ? StandingFilter.ALL : conditions(filter, ranking);
    }

    private static StandingFilter conditions(Input filter, Ranking ranking) {
        return new StandingFilter(
                score(filter, "scoreAbove", ranking),
                score(filter, "scoreAtLeast", ranking),
                score(filter, "scoreBelow", ranking),
                score(filter, "scoreAtMost", ranking),
                rank(filter, "rankAtMost"),
                rank(filter, "rankAtLeast"));
    }

    private static @Nullable Long score(Input filter, String name, Ranking ranking) {
        String text = filter.optionalString(name);
        return text == null ? null : Long.valueOf(ranking.score(name, text));
    }

    private static @Nullable Integer rank(Input filter, String name) {
        Integer rank = filter.optionalInteger(name);
        return rank == null ? null : Integer.valueOf(PageSize.inRange(name, rank, 1, Integer.MAX_VALUE));
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
