package laurel.leaderboard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/**
 * One of the window definitions that a client says a board shall have. What it refuses is INVALID_WINDOWS.
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

    /** The definitions that these inputs mean. */
    static List<WindowDefinition> checked(List<Input> inputs, String name) {
        if (inputs.isEmpty() || inputs.size() > MAX_DEFINITIONS) {
            throw refused("A leaderboard has 1 to " + MAX_DEFINITIONS + " window definitions.", name);
        }
        List<WindowDefinition> windows = IntStream.range(0, inputs.size())
                .mapToObj(n -> new WindowDefinitionInput(inputs.get(n), name, n).checked())
                .toList();
        if (windows.stream().map(WindowDefinition::key).distinct().count() < windows.size()) {
            throw refused("A leaderboard has each kind of window once, and each key of CUSTOM windows once.", name);
        }
        long atOnce = windows.stream().mapToLong(WindowDefinition::atOnce).sum();
        if (atOnce > MAX_AT_ONCE) {
            throw refused(
                    "Together that makes " + atOnce + " windows at once; at most " + MAX_AT_ONCE + " are allowed.",
                    name);
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
            throw refusedAt("key", "`key` must be `" + kind.key() + "`, or left out, with kind " + kind + ".");
        }
        for (String field : OF_CUSTOM) {
            if (input.says(field)) {
                throw refusedAt(field, "`" + field + "` is allowed only with kind CUSTOM.");
            }
        }
        return new WindowDefinition(kind, kind.key(), retain, null, null, null);
    }

    private @Nullable Integer retain(WindowKind kind) {
        Integer retain = input.optionalInteger("retainCount");
        if (retain != null && kind == WindowKind.ALL_TIME) {
            throw refusedAt("retainCount", "`retainCount` is not allowed with kind ALL_TIME, which does not end.");
        }
        if (retain != null && (retain < 1 || retain > MAX_RETAIN)) {
            throw refusedAt("retainCount", "`retainCount` must be between 1 and " + MAX_RETAIN + ".");
        }
        return retain;
    }

    private WindowDefinition custom(@Nullable Integer retain) {
        String key = input.optionalString("key");
        if (key == null || !Text.isKey(key)) {
            throw refusedAt(
                    "key",
                    "With kind CUSTOM, `key` must be 1 to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or a digit.");
        }
        if (Stream.of(WindowKind.values()).anyMatch(kind -> kind.key().equals(key))) {
            throw refusedAt("key", "`" + key + "` is the key of another kind; CUSTOM windows need one of their own.");
        }
        Span interval = span("interval");
        Span length = input.says("length") ? span("length") : interval;
        if (!interval.comparable(length)) {
            throw refusedAt(
                    "length",
                    "`interval` and `length` must both be hours, minutes and seconds, or both days, or both months.");
        }
        checkCounts(interval, length);
        Instant anchor = Objects.requireNonNullElse(input.optionalMoment("anchorTime"), Instant.EPOCH);
        return new WindowDefinition(WindowKind.CUSTOM, key, retain, anchor, interval, length);
    }

    private Span span(String field) {
        Span span = input.says(field) ? Span.parse(input.string(field)).orElse(null) : null;
        if (span == null || !span.positive() || span.about().compareTo(LONGEST) > 0) {
            throw refusedAt(
                    field,
                    "`" + field
                            + "` must be a duration such as PT6H, P7D, P1W or P1M, above 0, to the microsecond, at most 100"
                            + " years; months, days and hours do not mix.");
        }
        return span;
    }

    private void checkCounts(Span interval, Span length) {
        long aYear = YEAR.dividedBy(interval.about());
        if (aYear > MAX_A_YEAR) {
            throw refusedAt(
                    "interval", "That makes " + aYear + " windows a year; at most " + MAX_A_YEAR + " are allowed.");
        }
        long atOnce = length.covers(interval);
        if (atOnce > MAX_AT_ONCE) {
            throw refusedAt(
                    "length", "That makes " + atOnce + " windows at once; at most " + MAX_AT_ONCE + " are allowed.");
        }
    }

    private RefusedException refusedAt(String field, String message) {
        return refused(message, list, Integer.toString(number), field);
    }

    private static RefusedException refused(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_WINDOWS, message, path);
    }
}
