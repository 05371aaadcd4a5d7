package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Checks the size of pages and of lists in arguments. */
@Singleton
public class PageSize {
    private final int max;

    /** @param max maximum number of items in a page; {@code laurel.limits.page-size}, default 1,000 */
    public PageSize(@Value("${laurel.limits.page-size:1000}") int max) {
        this.max = max;
    }

    /** The requested page of this list, with 1 item to the maximum; else throws INVALID_PAGE_SIZE. */
    public ListPage page(DataFetchingEnvironment environment, String list) {
        return page(environment, list, max);
    }

    /** The requested page of a list with a smaller maximum. */
    public static ListPage page(DataFetchingEnvironment environment, String list, int limit) {
        int first = checked("first", Input.of(environment).integer("first"), 1, limit);
        return new ListPage(environment, list, first);
    }

    /** Accepts a page size from 1 to the maximum; else throws INVALID_PAGE_SIZE. */
    public int checked(String name, int value) {
        return checked(name, value, 1, max);
    }

    /** Accepts a page size from 0 to the maximum; else throws INVALID_PAGE_SIZE. */
    public int checkedFromNone(String name, int value) {
        return checked(name, value, 0, max);
    }

    /** Accepts a page size from 0 to half of the maximum, for each direction of a list; else throws INVALID_PAGE_SIZE. */
    public int checkedHalf(String name, int value) {
        return checked(name, value, 0, max / 2);
    }

    /** Accepts a page size from {@code min} to {@code max}; else throws INVALID_PAGE_SIZE. */
    public static int checked(String name, int value, int min, int max) {
        return checked(RequestErrorCode.INVALID_PAGE_SIZE, name, value, min, max);
    }

    /** Accepts a whole number from {@code min} to {@code max}; else throws INVALID_ARGUMENT. */
    public static int inRange(String name, int value, int min, int max) {
        return checked(RequestErrorCode.INVALID_ARGUMENT, name, value, min, max);
    }

    /** Accepts a list with at most as many items as a page; else throws INVALID_ARGUMENT. */
    public void checkedCount(String name, int count) {
        checkedCount(name, count, 0, max);
    }

    /** Accepts a list of {@code min} to {@code max} items; else throws INVALID_ARGUMENT. */
    public static void checkedCount(String name, int count, int min, int max) {
        if (count < min || count > max) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`" + name + "` must have " + (min == 0 ? "at most " : min + " to ") + max + " items.");
        }
    }

    private static int checked(RequestErrorCode code, String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new RequestException(
                    code,
                    "`" + name + "` must be "
                            + (max == Integer.MAX_VALUE ? min + " or more." : "between " + min + " and " + max + "."));
        }
        return value;
    }
}
