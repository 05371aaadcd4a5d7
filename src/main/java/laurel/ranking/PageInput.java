package laurel.ranking;

import laurel.graphql.ErrorCode;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestException;
import org.jspecify.annotations.Nullable;

/** Reads Relay's {@code first, after, last, before}. */
final class PageInput {
    private static final int DEFAULT_SIZE = 10;

    private PageInput() {}

    /** The page asked for; else throws BAD_USER_INPUT. */
    static Page of(Input input, Ranking ranking, Page.End end, PageSize pageSize) {
        Integer first = input.optionalInteger("first");
        Integer last = input.optionalInteger("last");
        String after = input.optionalString("after");
        String before = input.optionalString("before");
        if ((first != null || after != null) && (last != null || before != null)) {
            throw new RequestException(
                    ErrorCode.BAD_USER_INPUT,
                    "A list is read forwards (first, after) or backwards (last, before), not both");
        }
        boolean backwards = last != null || before != null;
        return backwards
                ? new Page(end, size("last", last, pageSize), place(before, ranking), true)
                : new Page(end, size("first", first, pageSize), place(after, ranking), false);
    }

    private static int size(String name, @Nullable Integer size, PageSize pageSize) {
        return size == null ? DEFAULT_SIZE : pageSize.checked(name, size);
    }

    private static @Nullable EntryPlace place(@Nullable String cursor, Ranking ranking) {
        return cursor == null ? null : EntryPlace.parse(cursor, ranking);
    }
}
