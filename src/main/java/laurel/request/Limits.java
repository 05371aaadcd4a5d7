package laurel.request;

import java.math.BigDecimal;
import java.util.Collection;

/** Checks sizes of lists and ranges of numbers in inputs. Each check has one error code. The path leads to the value. */
public final class Limits {
    private Limits() {}

    /** Refuses a list with LIST_EMPTY or LIST_TOO_LONG. */
    public static void size(Collection<?> list, int min, int max, String... path) {
        if (list.size() < min) {
            throw new RefusedException(ErrorCode.LIST_EMPTY, Text.named(path) + " must have at least one item.", path);
        }
        if (list.size() > max) {
            throw RefusedException.limit(
                    ErrorCode.LIST_TOO_LONG,
                    max,
                    Text.named(path) + " has " + list.size() + " items; at most " + max + " are allowed.",
                    path);
        }
    }

    /**
     * Refuses a batch with BATCH_TOO_LARGE.
     *
     * @param noun what the items are, in the plural
     */
    public static void batch(Collection<?> items, int max, String noun) {
        if (items.size() > max) {
            throw RefusedException.limit(
                    ErrorCode.BATCH_TOO_LARGE,
                    max,
                    "`items` has " + items.size() + " " + noun + "; at most " + max + " are allowed.",
                    "items");
        }
    }

    /** Refuses a number with NUMBER_OUT_OF_RANGE. */
    public static int number(int value, int min, int max, String... path) {
        if (value < min || value > max) {
            throw outOfRange(Integer.toString(value), "between " + min + " and " + max, path);
        }
        return value;
    }

    /** Refuses a number with NUMBER_OUT_OF_RANGE. */
    public static void number(BigDecimal value, BigDecimal min, BigDecimal max, String... path) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw outOfRange(
                    value.toPlainString(), "between " + min.toPlainString() + " and " + max.toPlainString(), path);
        }
    }

    /** Refuses a number that is not positive or too large with NUMBER_OUT_OF_RANGE. */
    public static void positive(BigDecimal value, BigDecimal max, String... path) {
        if (value.signum() <= 0 || value.compareTo(max) > 0) {
            throw outOfRange(value.toPlainString(), "more than 0 and at most " + max.toPlainString(), path);
        }
    }

    private static RefusedException outOfRange(String value, String allowed, String... path) {
        return new RefusedException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                Text.named(path) + " is " + value + "; it must be " + allowed + ".",
                path);
    }
}
