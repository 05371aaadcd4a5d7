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
 * Selects a window of a leaderboard.
 *
 * @param group the window follows its time zone
 */
public record WindowSelection(Leaderboard board, WindowSelector selector, Group group) {
    /**
     * Returns the definition with this key. If the leaderboard does not have it any more, only its kind and key are known.
     * Empty if the key is invalid.
     *
     * @param key null for the leaderboard's first
     */
    static Optional<WindowDefinition> definition(Leaderboard board, @Nullable String key) {
        return board.windowDefinition(key).or(() -> ofKind(key)).or(() -> Optional.ofNullable(key)
                .filter(Text::isKey)
                .map(removed -> new WindowDefinition(WindowKind.CUSTOM, removed, null, null, null, null)));
    }

    /** Returns the definition of the kind with this key; empty if no kind has it. */
    public static Optional<WindowDefinition> ofKind(@Nullable String key) {
        return Stream.of(WindowKind.values())
                .filter(kind -> kind != WindowKind.CUSTOM && kind.key().equals(key))
                .map(WindowDefinition::new)
                .findFirst();
    }

    /** Returns the ID of the window; empty if the selector has none. */
    public Optional<Long> id() {
        return Optional.ofNullable(selector.id());
    }

    /** Returns the name of the window; empty if the selector has none, or no window can have it. */
    public Optional<WindowName> named() {
        WindowSelector.Named named = selector.name();
        if (named == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(named.timeZone())
                .or(() -> timeZone(true))
                .map(timeZone -> new WindowName(board, timeZone, named.name()));
    }

    /**
     * Returns the key of the window; empty if the selector has an ID or a name, or there is no such window.
     *
     * @param present the leaderboard's current time
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

    /** Returns when a relative selector selects another window next; null if only a change of the leaderboard can do that. */
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

    /** Returns the time zone of a definition's windows for the group; empty if the leaderboard has no such group. */
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
