package laurel.leaderboard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
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
    private static final int MAX_KEEP = 100_000;
    /** Some five minutes apart. */
    private static final int MAX_A_YEAR = 110_000;

    private static final int MAX_AT_ONCE = 64;
    private static final Duration YEAR = Duration.ofSeconds(31_556_952);
    private static final Duration LONGEST = YEAR.multipliedBy(100);
    private static final List<String> OF_CUSTOM = List.of("name", "anchor", "every", "length");

    /** The definitions that these inputs mean. */
    static List<WindowDefinition> checked(List<Input> inputs, String name) {
        if (inputs.isEmpty() || inputs.size() > MAX_DEFINITIONS) {
            throw refused("A leaderboard has 1 to " + MAX_DEFINITIONS + " window definitions.", name);
        }
        List<WindowDefinition> windows = IntStream.range(0, inputs.size())
                .mapToObj(n -> new WindowDefinitionInput(inputs.get(n), name, n).checked())
                .toList();
        if (windows.stream().map(WindowDefinition::id).distinct().count() < windows.size()) {
            throw refused("A leaderboard has each kind of window once, and each name of CUSTOM windows once.", name);
        }
        long atOnce = windows.stream().mapToLong(WindowDefinition::atOnce).sum();
        if (atOnce > MAX_AT_ONCE) {
            throw refused("Together that means " + atOnce + " windows at once; it may be " + MAX_AT_ONCE + ".", name);
        }
        return windows;
    }

    private WindowDefinition checked() {
        WindowKind kind = input.constant(WindowKind.class, "kind");
        Integer keep = keep(kind);
        if (kind == WindowKind.CUSTOM) {
            return custom(keep);
        }
        for (String field : OF_CUSTOM) {
            if (input.says(field)) {
                throw refusedAt(field, "Only CUSTOM windows have a name, an anchor, every and length.");
            }
        }
        return new WindowDefinition(kind, keep, null, null, null, null);
    }

    private @Nullable Integer keep(WindowKind kind) {
        Integer keep = input.optionalInteger("keep");
        if (keep != null && kind == WindowKind.ALL_TIME) {
            throw refusedAt("keep", "ALL_TIME does not end, so there is nothing to keep of it.");
        }
        if (keep != null && (keep < 1 || keep > MAX_KEEP)) {
            throw refusedAt("keep", "Of the windows that have ended 1 to 100,000 stay.");
        }
        return keep;
    }

    private WindowDefinition custom(@Nullable Integer keep) {
        String name = input.optionalString("name");
        if (name == null || !Text.isKey(name)) {
            throw refusedAt(
                    "name",
                    "CUSTOM windows have a name: 1 to 64 of a-z, 0-9, '.', '_' and '-', the first a letter or a digit.");
        }
        Span every = span("every");
        Span length = input.says("length") ? span("length") : every;
        if (!every.comparable(length)) {
            throw refusedAt(
                    "length", "every and length are both hours, minutes and seconds, or both days, or both months.");
        }
        checkCounts(every, length);
        Instant anchor = Objects.requireNonNullElse(input.optionalMoment("anchor"), Instant.EPOCH);
        return new WindowDefinition(WindowKind.CUSTOM, keep, name, anchor, every, length);
    }

    private Span span(String field) {
        Span span = input.says(field) ? Span.parse(input.string(field)).orElse(null) : null;
        if (span == null || !span.positive() || span.about().compareTo(LONGEST) > 0) {
            throw refusedAt(
                    field,
                    "CUSTOM windows say " + field + ": PT6H, P7D, P1W, P1M or the like, more than nothing, to the"
                            + " microsecond, at most 100 years; months, days and hours do not mix.");
        }
        return span;
    }

    private void checkCounts(Span every, Span length) {
        long aYear = YEAR.dividedBy(every.about());
        if (aYear > MAX_A_YEAR) {
            throw refusedAt("every", "That means " + aYear + " windows a year; it may be " + MAX_A_YEAR + ".");
        }
        long atOnce = length.covers(every);
        if (atOnce > MAX_AT_ONCE) {
            throw refusedAt("length", "That means " + atOnce + " windows at once; it may be " + MAX_AT_ONCE + ".");
        }
    }

    private RefusedException refusedAt(String field, String message) {
        return refused(message, list, Integer.toString(number), field);
    }

    private static RefusedException refused(String message, String... path) {
        return new RefusedException(ErrorCode.INVALID_WINDOWS, message, path);
    }
}
