package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.WindowDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Selects a window of a leaderboard: the schema's WindowSelector. Exactly one of these is not null.
 *
 * @param id {@link #NO_ID} for a window of another leaderboard
 */
public record WindowSelector(
        @Nullable Long id,
        @Nullable Named name,
        @Nullable Relative relative,
        @Nullable Containing containing) {
    /** The current window of the first definition. */
    public static final WindowSelector CURRENT = relative(null, 0);

    /** No window has this ID. */
    private static final long NO_ID = 0;

    /**
     * A window by its name.
     *
     * @param timeZone null for that of the group
     */
    public record Named(String name, @Nullable ZoneId timeZone) {}

    /**
     * A window counted back from the current one.
     *
     * @param definitionKey null for the first definition
     */
    public record Relative(@Nullable String definitionKey, int offset) {}

    /**
     * A window counted back from the one that contains an instant.
     *
     * @param definitionKey null for the first definition
     */
    public record Containing(@Nullable String definitionKey, Instant time, int offset) {}

    /** The current window of the definition with this key; null for the first. */
    public static WindowSelector current(@Nullable String definitionKey) {
        return relative(definitionKey, 0);
    }

    /** The current window of a definition. */
    public static WindowSelector current(WindowDefinition definition) {
        return current(definition.key());
    }

    /** The window with this ID; null selects no window. */
    public static WindowSelector id(@Nullable Long id) {
        return new WindowSelector(id == null ? NO_ID : id, null, null, null);
    }

    /** The window with this display name; null for the time zone of the group. */
    public static WindowSelector named(String name, @Nullable ZoneId timeZone) {
        return new WindowSelector(null, new Named(name, timeZone), null, null);
    }

    /** The window {@code offset} windows before the one that contains a time. */
    public static WindowSelector containing(@Nullable String definitionKey, Instant time, int offset) {
        return new WindowSelector(null, null, null, new Containing(definitionKey, time, offset));
    }

    /** The window {@code offset} windows before the current one. */
    public static WindowSelector relative(@Nullable String definitionKey, int offset) {
        return new WindowSelector(null, null, new Relative(definitionKey, offset), null);
    }

    /** Returns the key of the definition; null if the selector has none. */
    @Nullable
    public String definitionKey() {
        if (relative != null) {
            return relative.definitionKey();
        }
        return containing == null ? null : containing.definitionKey();
    }

    /** Whether it always selects the same window. */
    public boolean isFixed() {
        return relative == null;
    }
}
