package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A window definition as a client gives it, named as in the schema.
 *
 * @param key         null for the key of the kind
 * @param retainCount null for all
 * @param anchorTime  null for 1970-01-01T00:00:00Z
 * @param length      null for {@code interval}
 * @param count       null for no limit
 * @param endTime     null for no end
 */
@Introspected
public record WindowDefinitionInput(
        WindowKind kind,
        @Nullable String key,
        @Nullable Integer retainCount,
        @Nullable Instant anchorTime,
        @Nullable String interval,
        @Nullable String length,
        @Nullable Integer count,
        @Nullable Instant endTime) {
    private static final int MAX_DEFINITIONS = 16;
    private static final int MAX_RETAIN = 100_000;
    /** About one every five minutes. */
    private static final int MAX_WINDOWS_PER_YEAR = 110_000;

    /** The same, as text for messages. */
    private static final String MIN_INTERVAL = "PT4M47S";

    private static final int MAX_CURRENT_WINDOWS = 64;
    private static final int MAX_COUNT = 1_000_000;
    private static final Duration YEAR = Duration.ofSeconds(31_556_952);
    private static final Duration MAX_LENGTH = YEAR.multipliedBy(100);

    /** A window definition whose windows go on without end. */
    public WindowDefinitionInput(
            WindowKind kind,
            @Nullable String key,
            @Nullable Integer retainCount,
            @Nullable Instant anchorTime,
            @Nullable String interval,
            @Nullable String length) {
        this(kind, key, retainCount, anchorTime, interval, length, null, null);
    }

    /** A window definition of a kind other than CUSTOM that retains all windows. */
    public static WindowDefinitionInput of(WindowKind kind) {
        return new WindowDefinitionInput(kind, null, null, null, null, null);
    }

    /**
     * Returns the definitions of a leaderboard. Refuses LIST_EMPTY and LIST_TOO_LONG; then, for each, NUMBER_OUT_OF_RANGE,
     * FIELD_NOT_ALLOWED, FIELD_REQUIRED, INVALID_KEY, RESERVED_KEY, INVALID_DURATION, DURATION_OUT_OF_RANGE,
     * DURATION_UNITS_DIFFER and TOO_MANY_CURRENT_WINDOWS; then DUPLICATE_KEY, and TOO_MANY_CURRENT_WINDOWS for all together.
     *
     * @param field the field that holds the list
     */
    static List<WindowDefinition> checked(List<WindowDefinitionInput> inputs, String field) {
        Limits.size(inputs, 1, MAX_DEFINITIONS, field);
        List<WindowDefinition> windows = IntStream.range(0, inputs.size())
                .mapToObj(n -> new Check(inputs.get(n), field, n).definition())
                .toList();
        Set<String> keys = new HashSet<>();
        for (int n = 0; n < windows.size(); n++) {
            String key = windows.get(n).key();
            if (!keys.add(key)) {
                throw new RefusedException(
                        ErrorCode.DUPLICATE_KEY,
                        "Two window definitions have the key `" + key + "`.",
                        field,
                        Integer.toString(n));
            }
        }
        long current =
                windows.stream().mapToLong(WindowDefinition::maxCurrentWindows).sum();
        if (current > MAX_CURRENT_WINDOWS) {
            throw tooManyWindows("The leaderboard", current, field);
        }
        return windows;
    }

    private static RefusedException tooManyWindows(String owner, long count, String... path) {
        return RefusedException.limit(
                ErrorCode.TOO_MANY_CURRENT_WINDOWS,
                MAX_CURRENT_WINDOWS,
                owner + " would have " + count + " windows at the same time; at most " + MAX_CURRENT_WINDOWS
                        + " are allowed.",
                path);
    }

    /** Checks one definition of the list. */
    private record Check(WindowDefinitionInput input, String list, int index) {
        WindowDefinition definition() {
            checkRetainCount();
            return input.kind == WindowKind.CUSTOM ? custom() : calendar();
        }

        private WindowDefinition calendar() {
            WindowKind kind = input.kind;
            if (input.key != null && !input.key.equals(kind.key())) {
                throw notAllowed(
                        "key", "`key` is only for kind CUSTOM; with kind " + kind + " it is `" + kind.key() + "`.");
            }
            checkOnlyCustom("anchorTime", input.anchorTime);
            checkOnlyCustom("interval", input.interval);
            checkOnlyCustom("length", input.length);
            checkOnlyCustom("count", input.count);
            checkOnlyCustom("endTime", input.endTime);
            return new WindowDefinition(kind, kind.key(), input.retainCount, null, null, null);
        }

        private void checkOnlyCustom(String field, @Nullable Object value) {
            if (value != null) {
                throw notAllowed(field, "`" + field + "` is only for kind CUSTOM.");
            }
        }

        private void checkRetainCount() {
            if (input.retainCount != null && input.kind == WindowKind.ALL_TIME) {
                throw notAllowed("retainCount", "`retainCount` is not for kind ALL_TIME, whose window never ends.");
            }
            if (input.retainCount != null) {
                Limits.number(input.retainCount, 1, MAX_RETAIN, path("retainCount"));
            }
        }

        private WindowDefinition custom() {
            String key = input.key;
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
            IsoDuration interval = span("interval", input.interval);
            IsoDuration length = input.length == null ? interval : span("length", input.length);
            if (!interval.hasUnitOf(length)) {
                throw refused(
                        ErrorCode.DURATION_UNITS_DIFFER,
                        "`interval` and `length` must both be hours, minutes and seconds, or both days, or both months.",
                        "length");
            }
            checkCounts(interval, length);
            checkEnd();
            Instant anchorTime = Objects.requireNonNullElse(input.anchorTime, Instant.EPOCH);
            return new WindowDefinition(
                    WindowKind.CUSTOM,
                    key,
                    input.retainCount,
                    anchorTime,
                    interval,
                    length,
                    input.count,
                    input.endTime);
        }

        private void checkEnd() {
            if (input.count != null && input.endTime != null) {
                throw notAllowed("endTime", "`endTime` cannot be combined with `count`.");
            }
            if (input.count != null) {
                Limits.number(input.count, 1, MAX_COUNT, path("count"));
            }
        }

        private IsoDuration span(String field, @Nullable String text) {
            if (text == null) {
                throw required(field);
            }
            IsoDuration span = IsoDuration.parse(text)
                    .orElseThrow(() -> refused(
                            ErrorCode.INVALID_DURATION,
                            "`" + field + "` must be a duration to the microsecond, such as PT6H, P7D, P1W or P1M;"
                                    + " months, days and hours cannot be mixed.",
                            field));
            if (!span.isPositive() || span.estimate().compareTo(MAX_LENGTH) > 0) {
                throw refused(
                        ErrorCode.DURATION_OUT_OF_RANGE,
                        "`" + field + "` is " + text + "; it must be more than 0 and at most 100 years.",
                        field);
            }
            return span;
        }

        private void checkCounts(IsoDuration interval, IsoDuration length) {
            long perYear = YEAR.dividedBy(interval.estimate());
            if (perYear > MAX_WINDOWS_PER_YEAR) {
                throw refused(
                        ErrorCode.DURATION_OUT_OF_RANGE,
                        "`interval` makes " + perYear + " windows a year; it must make at most " + MAX_WINDOWS_PER_YEAR
                                + ", so it must be about " + MIN_INTERVAL + " or longer.",
                        "interval");
            }
            long current = length.countOf(interval);
            if (current > MAX_CURRENT_WINDOWS) {
                throw tooManyWindows("The definition", current, path("length"));
            }
        }

        private String[] path(String field) {
            return new String[] {list, Integer.toString(index), field};
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
    }
}
