package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/**
 * Which of a board's windows a client asks for, by the arguments {@code name}, {@code kind}, {@code definition}, {@code at},
 * {@code back} and {@code group}; invalid ones throw a RequestException.
 */
public record WindowInput(Leaderboard board, Input input) {

    /**
     * The definition that kind and name say, also one that the board has no more, of which nothing but these is known then;
     * empty where there never can have been such a one.
     */
    public Optional<WindowDefinition> definition() {
        WindowKind kind = kind();
        String name = input.optionalString("definition");
        if (name != null) {
            return kind == null || kind == WindowKind.CUSTOM ? custom(board, name) : Optional.empty();
        }
        if (kind == null) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`kind` or `definition` must be set.");
        }
        return kind == WindowKind.CUSTOM ? onlyCustom() : Optional.of(ofKind(kind));
    }

    /** Whether it says which definition. */
    boolean saysDefinition() {
        return input.says("kind") || input.says("definition");
    }

    private @Nullable WindowKind kind() {
        return input.optionalConstant(WindowKind.class, "kind");
    }

    private WindowDefinition ofKind(WindowKind kind) {
        return board.windows().stream()
                .filter(definition -> definition.kind() == kind)
                .findFirst()
                .orElseGet(() -> new WindowDefinition(kind));
    }

    private Optional<WindowDefinition> onlyCustom() {
        List<WindowDefinition> customs = board.windows().stream()
                .filter(definition -> definition.kind() == WindowKind.CUSTOM)
                .toList();
        if (customs.size() > 1) {
            String names =
                    String.join(", ", customs.stream().map(WindowDefinition::id).toList());
            throw new RequestException(
                    RequestErrorCode.UNKNOWN_WINDOW_DEFINITION, "`definition` must be one of " + names + ".");
        }
        return customs.stream().findFirst();
    }

    private static Optional<WindowDefinition> custom(Leaderboard board, String name) {
        return board.windows().stream()
                .filter(definition -> name.equals(definition.name()))
                .findFirst()
                .or(() -> Optional.of(new WindowDefinition(WindowKind.CUSTOM, null, name, null, null, null))
                        .filter(gone -> Text.isKey(name)));
    }

    /** The zone that the windows of a definition follow for the group asked for; empty where the board has no such group. */
    public Optional<ZoneId> zone(WindowDefinition definition) {
        return zone(definition.ofZone());
    }

    private Optional<ZoneId> zone(boolean ofZone) {
        if (!input.says("group")) {
            return Optional.of(board.zone());
        }
        Group group = Group.of(input.texts("group"));
        return board.grouping(group.attributes()).map(grouping -> ofZone ? board.zone(group) : board.zone());
    }

    /** The window of this name; empty where there never can have been such a one. */
    public Optional<NamedWindow> named(String name) {
        if (input.says("at") || back() != 0) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`name` must not be combined with `at` and `back`.");
        }
        return zone(WindowName.ofZone(name, custom -> custom(board, custom)
                        .filter(WindowDefinition::ofZone)
                        .isPresent()))
                .map(zone -> new NamedWindow(board, zone, name));
    }

    /** Whether a window that was found by its name is also of the kind and the definition that are said. */
    public boolean fits(Window window) {
        String name = input.optionalString("definition");
        return (kind() == null || kind() == window.kind()) && (name == null || name.equals(window.definition()));
    }

    /**
     * The window that its definition says; empty where it says none.
     *
     * @param present the board's time
     */
    public Optional<WindowKey> key(Instant present) {
        int back = back();
        Instant at = input.optionalMoment("at");
        return definition()
                .filter(definition -> definition.kind() != WindowKind.CUSTOM || definition.every() != null)
                .flatMap(definition -> zone(definition)
                        .flatMap(zone -> Windows.back(board, definition, zone, back, at == null ? present : at)));
    }

    private int back() {
        return PageSize.inRange("back", input.integer("back"), 0, Windows.MAX_BACK);
    }
}
