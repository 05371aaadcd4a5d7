package laurel.leaderboard.graphql;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.leaderboard.Span;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * One of the window definitions that a client says a board shall have.
 *
 * @param list   the name of the list that it is in
 * @param number its place there, from 0
 */
record WindowDefinitionInput(Input input, String list, int number) {
    private static final int MAX_DEFINITIONS = 16;
    private static final int MAX_RETAIN = 100_000;
    /** Some five minutes apart. */
    private static final int MAX_A_YEAR = 110_000;

    private static final int MAX_AT_ONCE = 64;
    private static final Duration YEAR = Duration.ofSeconds(31_556_952);
    private static final Duration LONGEST = YEAR.multipliedBy(100);
    private static final List<String> OF_CUSTOM = List.of("anchorTime", "interval", "length");

    /**
     * The definitions that these inputs mean. Refuses LIST_EMPTY and LIST_TOO_LONG; then, for each, NUMBER_OUT_OF_RANGE,
     * FIELD_NOT_ALLOWED, FIELD_REQUIRED, INVALID_KEY, RESERVED_KEY, INVALID_DURATION, DURATION_OUT_OF_RANGE,
     * DURATION_UNITS_DIFFER and TOO_MANY_CURRENT_WINDOWS; then DUPLICATE_KEY, and TOO_MANY_CURRENT_WINDOWS for all together.
     */
    static List<WindowDefinition> checked(List<Input> inputs, String name) {
        Limits.size(inputs, 1, MAX_DEFINITIONS, name);
        List<WindowDefinition> windows = IntStream.range(0, inputs.size())
                .mapToObj(n -> new WindowDefinitionInput(inputs.get(n), name, n).checked())
                .toList();
        Set<String> keys = new HashSet<>();
        for (int n = 0; n < windows.size(); n++) {
            String key = windows.get(n).key();
            if (!keys.add(key)) {
                throw new RefusedException(
                        ErrorCode.DUPLICATE_KEY,
                        "Two window definitions have the key `" + key + "`.",
                        name,
                        Integer.toString(n));
            }
        }
        long atOnce = windows.stream().mapToLong(WindowDefinition::atOnce).sum();
        if (atOnce > MAX_AT_ONCE) {
            throw tooMany("The leaderboard", atOnce, name);
        }
        return windows;
    }

    private WindowDefinition checked() {
        WindowKind kind = input.constant(WindowKind.class, "kind");
        Integer retain = retain(kind);
        if (kind == WindowKind.CUSTOM) {
            return custom(retain);
        }
        String key = input.optionalString("key");
        if (key != null && !key.equals(kind.key())) {
            throw notAllowed(
                    "key", "`key` is only for kind CUSTOM; with kind " + kind + " it is `" + kind.key() + "`.");
        }
        for (String field : OF_CUSTOM) {
            if (input.says(field)) {
                throw notAllowed(field, "`" + field + "` is only for kind CUSTOM.");
            }
        }
        return new WindowDefinition(kind, kind.key(), retain, null, null, null);
    }

    private @Nullable Integer retain(WindowKind kind) {
        Integer retain = input.optionalInteger("retainCount");
        if (retain != null && kind == WindowKind.ALL_TIME) {
            throw notAllowed("retainCount", "`retainCount` is not for kind ALL_TIME, whose window never ends.");
        }
        if (retain != null) {
            Limits.number(retain, 1, MAX_RETAIN, path("retainCount"));
        }
        return retain;
    }

    private WindowDefinition custom(@Nullable Integer retain) {
        String key = input.optionalString("key");
        if (key == null) {
            throw required("key");
        }
        Text.key(key, path("key"));
        if (Stream.of(WindowKind.values()).anyMatch(kind -> kind.key().equals(key))) {
            throw refused(
                    ErrorCode.RESERVED_KEY,
                    "`key` must not be `" + key + "`, which is the key of another kind.",
                    "key");
        }
        Span interval = span("interval");
        Span length = input.says("length") ? span("length") : interval;
        if (!interval.comparable(length)) {
            throw refused(
                    ErrorCode.DURATION_UNITS_DIFFER,
                    "`interval` and `length` must both be hours, minutes and seconds, or both days, or both months.",
                    "length");
        }
        checkCounts(interval, length);
        Instant anchor = Objects.requireNonNullElse(input.optionalMoment("anchorTime"), Instant.EPOCH);
        return new WindowDefinition(WindowKind.CUSTOM, key, retain, anchor, interval, length);
    }

    private Span span(String field) {
        String text = input.optionalString(field);
        if (text == null) {
            throw required(field);
        }
        Span span = Span.parse(text)
                .orElseThrow(() -> refused(
                        ErrorCode.INVALID_DURATION,
                        "`" + field + "` must be a duration to the microsecond, such as PT6H, P7D, P1W or P1M;"
                                + " months, days and hours cannot be mixed.",
                        field));
        if (!span.positive() || span.about().compareTo(LONGEST) > 0) {
            throw refused(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`" + field + "` is " + text + "; it must be more than 0 and at most 100 years.",
                    field);
        }
        return span;
    }

    private void checkCounts(Span interval, Span length) {
        long aYear = YEAR.dividedBy(interval.about());
        if (aYear > MAX_A_YEAR) {
            throw refused(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`interval` makes " + aYear + " windows a year; it must make at most " + MAX_A_YEAR + ".",
                    "interval");
        }
        long atOnce = length.covers(interval);
        if (atOnce > MAX_AT_ONCE) {
            throw tooMany("The definition", atOnce, path("length"));
        }
    }

    private String[] path(String field) {
        return new String[] {list, Integer.toString(number), field};
    }

    private RefusedException required(String field) {
        return refused(ErrorCode.FIELD_REQUIRED, "`" + field + "` must be set with kind CUSTOM.", field);
    }

    private RefusedException notAllowed(String field, String message) {
        return refused(ErrorCode.FIELD_NOT_ALLOWED, message, field);
    }

    private RefusedException refused(ErrorCode code, String message, String field) {
        return new RefusedException(code, message, path(field));
    }

    private static RefusedException tooMany(String owner, long atOnce, String... path) {
        return RefusedException.limit(
                ErrorCode.TOO_MANY_CURRENT_WINDOWS,
                MAX_AT_ONCE,
                owner + " would have " + atOnce + " windows at the same time; at most " + MAX_AT_ONCE + " are allowed.",
                path);
    }
}
