package laurel.request;

import java.math.BigDecimal;
import java.util.Collection;

/** Bounds of lists and numbers in inputs: each is refused by one code, in one style. The path leads to the value. */
public final class Limits {
    private Limits() {}

    /** Refuses LIST_EMPTY and LIST_TOO_LONG. */
    public static void size(Collection<?> list, int least, int most, String... path) {
        if (list.size() < least) {
            throw new RefusedException(ErrorCode.LIST_EMPTY, Text.named(path) + " must have at least one item.", path);
        }
        if (list.size() > most) {
            throw RefusedException.limit(
                    ErrorCode.LIST_TOO_LONG,
                    most,
                    Text.named(path) + " has " + list.size() + " items; at most " + most + " are allowed.",
                    path);
        }
    }

    /**
     * Refuses BATCH_TOO_LARGE.
     *
     * @param noun what the items are, in the plural
     */
    public static void batch(Collection<?> items, int most, String noun) {
        if (items.size() > most) {
            throw RefusedException.limit(
                    ErrorCode.BATCH_TOO_LARGE,
                    most,
                    "`items` has " + items.size() + " " + noun + "; at most " + most + " are allowed.",
                    "items");
        }
    }

    /** Refuses NUMBER_OUT_OF_RANGE. */
    public static int number(int value, int least, int most, String... path) {
        if (value < least || value > most) {
            throw outOfRange(Integer.toString(value), "between " + least + " and " + most, path);
        }
        return value;
    }

    /** Refuses NUMBER_OUT_OF_RANGE. */
    public static void number(BigDecimal value, BigDecimal least, BigDecimal most, String... path) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw outOfRange(
                    value.toPlainString(), "between " + least.toPlainString() + " and " + most.toPlainString(), path);
        }
    }

    /** Refuses NUMBER_OUT_OF_RANGE unless the value is more than 0. */
    public static void positive(BigDecimal value, BigDecimal most, String... path) {
        if (value.signum() <= 0 || value.compareTo(most) > 0) {
            throw outOfRange(value.toPlainString(), "more than 0 and at most " + most.toPlainString(), path);
        }
    }

    private static RefusedException outOfRange(String value, String allowed, String... path) {
        return new RefusedException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                Text.named(path) + " is " + value + "; it must be " + allowed + ".",
                path);
    }
}
