package laurel;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One setting of the service.
 *
 * @param name     of the property, {@code laurel.limits.batch}
 * @param kind     what its value is
 * @param standard its value where it is not set; null where it has none
 * @param least    the smallest value, of a time in milliseconds
 * @param most     the largest value, of a time in milliseconds
 */
record Setting(String name, Kind kind, @Nullable String standard, long least, long most) {
    private static final long LONGEST = Duration.ofDays(36_500).toMillis();
    private static final Set<String> FLAGS = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "t", "f");

    /** What a value is. */
    enum Kind {
        TEXT,
        FLAG,
        WHOLE,
        TIME
    }

    static Setting text(String name) {
        return new Setting(name, Kind.TEXT, null, 0, 0);
    }

    static Setting text(String name, String standard) {
        return new Setting(name, Kind.TEXT, standard, 0, 0);
    }

    static Setting flag(String name) {
        return new Setting(name, Kind.FLAG, null, 0, 0);
    }

    static Setting flag(String name, String standard) {
        return new Setting(name, Kind.FLAG, standard, 0, 0);
    }

    static Setting whole(String name, long standard, long least, long most) {
        return new Setting(name, Kind.WHOLE, Long.toString(standard), least, most);
    }

    /** Of 1 or more. */
    static Setting count(String name, long standard) {
        return whole(name, standard, 1, Integer.MAX_VALUE);
    }

    /** Of at least a millisecond. */
    static Setting time(String name, String standard) {
        return time(name, standard, Duration.ofMillis(1));
    }

    static Setting time(String name, String standard, Duration least) {
        return new Setting(name, Kind.TIME, standard, least.toMillis(), LONGEST);
    }

    /** The environment variable that sets it. */
    String variable() {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /**
     * One line that says what is wrong with this value; null where nothing is.
     *
     * @param times reads a time as the service does; null where it cannot
     */
    @Nullable
    String complaint(String value, Function<String, @Nullable Duration> times) {
        return switch (kind) {
            case TEXT -> null;
            case FLAG -> FLAGS.contains(value.strip().toLowerCase(Locale.ROOT)) ? null : wrong(value, "true or false");
            case WHOLE -> within(value, number(value), "a whole number from " + least + " to " + most);
            case TIME ->
                within(
                        value,
                        millis(times.apply(value.strip())),
                        "a time such as 500ms, 10s, 5m, 24h or 2d, " + plain(least) + " or more");
        };
    }

    private @Nullable String within(String value, @Nullable Long number, String expected) {
        return number != null && number >= least && number <= most ? null : wrong(value, expected);
    }

    private String wrong(String value, String expected) {
        return name + " is " + (value.isBlank() ? "empty" : "\"" + value + "\"") + "; it must be " + expected;
    }

    private static @Nullable Long number(String value) {
        try {
            return Long.valueOf(value.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Long millis(@Nullable Duration time) {
        try {
            return time == null ? null : time.toMillis();
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static String plain(long millis) {
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
