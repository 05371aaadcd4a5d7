package laurel.graphql;

/** How much one list may give at a time. */
public final class PageSize {
    /** Most items of one page; {@code laurel.limits.page}. */
    public static final int MAX = 1_000;

    private PageSize() {}

    /** Accepts a whole number from {@code min} to {@code max}; else throws BAD_USER_INPUT. */
    public static int checked(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, name + " is " + min + " to " + max);
        }
        return value;
    }
}
