package laurel;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One setting of the service.
 *
 * @param name         name of the property, such as {@code laurel.limits.batch-size}
 * @param kind         type of the value
 * @param defaultValue value if it is not set; null if there is no default
 * @param min          smallest value; milliseconds for a time
 * @param max          largest value; milliseconds for a time
 * @param description  what it is, as {@code src/docs/settings.md} shows it
 */
record Setting(String name, Kind kind, @Nullable String defaultValue, long min, long max, String description) {
    private static final long LONGEST_TIME = Duration.ofDays(36_500).toMillis();
    private static final Set<String> FLAGS = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "t", "f");

    /** Type of a value. */
    enum Kind {
        TEXT,
        FLAG,
        NUMBER,
        TIME
    }

    static Setting text(String name, @Nullable String defaultValue, String description) {
        return new Setting(name, Kind.TEXT, defaultValue, 0, 0, description);
    }

    static Setting flag(String name, @Nullable String defaultValue, String description) {
        return new Setting(name, Kind.FLAG, defaultValue, 0, 0, description);
    }

    static Setting number(String name, long defaultValue, long min, long max, String description) {
        return new Setting(name, Kind.NUMBER, Long.toString(defaultValue), min, max, description);
    }

    /** A number from 1 on. */
    static Setting count(String name, long defaultValue, String description) {
        return number(name, defaultValue, 1, Integer.MAX_VALUE, description);
    }

    /** A time of 1 ms or more. */
    static Setting time(String name, String defaultValue, String description) {
        return time(name, defaultValue, Duration.ofMillis(1), description);
    }

    static Setting time(String name, String defaultValue, Duration min, String description) {
        return new Setting(name, Kind.TIME, defaultValue, min.toMillis(), LONGEST_TIME, description);
    }

    /** The environment variable that sets it. */
    String variable() {
        return variable(name);
    }

    static String variable(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[.\\-\\[]", "_").replace("]", "");
    }

    /** The valid values, as {@code src/docs/settings.md} shows them. Empty for a text. */
    String range() {
        return switch (kind) {
            case TEXT -> "";
            case FLAG -> "true, false";
            case NUMBER -> max == Integer.MAX_VALUE ? min + " or more" : min + " to " + max;
            case TIME -> shortest() + " or more";
        };
    }

    /**
     * Describes what is wrong with a value, in one line. Null if the value is valid.
     *
     * @param times parses a time as the service does; null if it cannot
     */
    @Nullable
    String complaint(String value, Function<String, @Nullable Duration> times) {
        return switch (kind) {
            case TEXT -> null;
            case FLAG -> FLAGS.contains(value.strip().toLowerCase(Locale.ROOT)) ? null : wrong(value, "true or false");
            case NUMBER -> within(value, parsed(value), "a whole number from " + min + " to " + max);
            case TIME ->
                within(
                        value,
                        millis(times.apply(value.strip())),
                        "a time such as 500ms, 10s, 5m, 24h or 2d, " + shortest() + " or more");
        };
    }

    private @Nullable String within(String value, @Nullable Long number, String expected) {
        return number != null && number >= min && number <= max ? null : wrong(value, expected);
    }

    private String wrong(String value, String expected) {
        return name + " is " + (value.isBlank() ? "empty" : "\"" + value + "\"") + "; it must be " + expected;
    }

    private static @Nullable Long parsed(String value) {
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

    private String shortest() {
        if (min == 0) {
            return "0s";
        }
        for (Duration unit : new Duration[] {Duration.ofHours(1), Duration.ofSeconds(1)}) {
            if (min % unit.toMillis() == 0) {
                return min / unit.toMillis() + (unit.toHours() == 1 ? "h" : "s");
            }
        }
        return min + "ms";
    }
}
