package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Which window of a board is selected.
 *
 * @param group whose time zone the window follows
 */
public record WindowSelection(Leaderboard board, WindowSelector selector, Group group) {
    /**
     * The definition of this key, also one that the board has no more, of which nothing but its kind and key is known
     * then; empty if there never can have been one.
     *
     * @param key null is the board's first
     */
    static Optional<WindowDefinition> definition(Leaderboard board, @Nullable String key) {
        return board.windowDefinition(key).or(() -> ofKind(key)).or(() -> Optional.ofNullable(key)
                .filter(Text::isKey)
                .map(gone -> new WindowDefinition(WindowKind.CUSTOM, gone, null, null, null, null)));
    }

    /** The definition of the kind whose key this is; empty if it is the key of no kind. */
    public static Optional<WindowDefinition> ofKind(@Nullable String key) {
        return Stream.of(WindowKind.values())
                .filter(kind -> kind != WindowKind.CUSTOM && kind.key().equals(key))
                .map(WindowDefinition::new)
                .findFirst();
    }

    /** The ID of the window; empty if the selector has none. */
    public Optional<Long> id() {
        return Optional.ofNullable(selector.id());
    }

    /** The window's name; empty if the selector has none, or there never can have been such a window. */
    public Optional<WindowName> named() {
        WindowSelector.Named named = selector.name();
        if (named == null) {
            return Optional.empty();
        }
        boolean followsTimeZone = WindowName.followsTimeZone(named.name(), custom -> definition(board, custom)
                .filter(WindowDefinition::followsTimeZone)
                .isPresent());
        return (followsTimeZone && named.timeZone() != null ? Optional.of(named.timeZone()) : timeZone(followsTimeZone))
                .map(timeZone -> new WindowName(board, timeZone, named.name()));
    }

    /**
     * The window's key; empty if the selector has an ID or a name, or there is no such window.
     *
     * @param present the board's time
     */
    public Optional<WindowKey> key(Instant present) {
        if (selector.relative() != null) {
            return key(selector.relative().definitionKey(), selector.relative().offset(), present);
        }
        WindowSelector.Containing containing = selector.containing();
        return containing == null
                ? Optional.empty()
                : key(containing.definitionKey(), containing.offset(), containing.time());
    }

    private Optional<WindowKey> key(@Nullable String definitionKey, int offset, Instant moment) {
        return definition(board, definitionKey)
                .filter(definition -> definition.kind() != WindowKind.CUSTOM || definition.interval() != null)
                .flatMap(definition -> timeZone(definition)
                        .flatMap(timeZone -> Windows.back(board, definition, timeZone, offset, moment)));
    }

    /** When a relative selector will select another window; null if it will not by itself. */
    public @Nullable Instant until(Instant present) {
        if (selector.relative() == null) {
            return null;
        }
        Optional<WindowSchedule> schedule = board.windowDefinition(
                        selector.relative().definitionKey())
                .flatMap(definition ->
                        timeZone(definition).map(timeZone -> WindowSchedule.of(board, definition, timeZone)));
        @Nullable WindowBounds current = schedule.flatMap(of -> of.at(present)).orElse(null);
        if (current != null) {
            return current.endsAt();
        }
        @Nullable WindowBounds next = schedule.map(of -> of.next(present)).orElse(null);
        return next == null ? null : requireNonNull(next.startsAt());
    }

    /** The zone that the windows of a definition follow for the group; empty if the board has no such group. */
    public Optional<ZoneId> timeZone(WindowDefinition definition) {
        return timeZone(definition.followsTimeZone());
    }

    private Optional<ZoneId> timeZone(boolean followsTimeZone) {
        return group.isEveryone()
                ? Optional.of(board.timeZone())
                : board.grouping(group.attributes())
                        .map(grouping -> followsTimeZone ? board.timeZone(group) : board.timeZone());
    }
}
