package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/** How much one list may give at a time. */
@Singleton
public class PageSize {
    private final int max;

    /** @param max most items of one page; {@code laurel.limits.page}, default 1,000 */
    public PageSize(@Value("${laurel.limits.page:1000}") int max) {
        this.max = max;
    }

    /** The page of this list that a field asks for, of 1 to the most; else throws BAD_USER_INPUT. */
    public ListPage page(DataFetchingEnvironment environment, String list) {
        return page(environment, list, max);
    }

    /** The same of a list that gives fewer at a time. */
    public static ListPage page(DataFetchingEnvironment environment, String list, int most) {
        int first = checked("first", Input.of(environment).integer("first"), 1, most);
        return new ListPage(environment, list, first);
    }

    /** Accepts 1 to the most; else throws BAD_USER_INPUT. */
    public int checked(String name, int value) {
        return checked(name, value, 1, max);
    }

    /** Accepts 0 to the most; else throws BAD_USER_INPUT. */
    public int checkedFromNone(String name, int value) {
        return checked(name, value, 0, max);
    }

    /** Accepts 0 to half of the most, for a list that goes two ways; else throws BAD_USER_INPUT. */
    public int checkedHalf(String name, int value) {
        return checked(name, value, 0, max / 2);
    }

    /** Accepts a whole number from {@code min} to {@code max}; else throws BAD_USER_INPUT. */
    public static int checked(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new RequestException(RequestErrorCode.BAD_USER_INPUT, name + " is " + min + " to " + max);
        }
        return value;
    }
}
