package laurel.window;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.GroupOverride;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** How a change of a leaderboard's definition affects its windows. */
record WindowDefinitionChange(Leaderboard before, Leaderboard after) {
    /** More than the time between the starts of a window in two time zones. */
    private static final Duration TIME_ZONE_SPAN = Duration.ofDays(2);

    /**
     * A stored window.
     *
     * @param followsTimeZone whether it follows the wall clock of its time zone
     */
    @Introspected
    record StoredWindow(Window window, boolean followsTimeZone) {}

    /** Whether open windows have to be replaced. Only possible before the first score. */
    boolean movesWindows() {
        return after.scoredAt() == null
                && (!before.timeZone().equals(after.timeZone())
                        || before.clock() != after.clock()
                        || !timeZones(before).equals(timeZones(after))
                        || !newCustoms().isEmpty());
    }

    /** Returns the CUSTOM definitions that are new or changed. */
    List<WindowDefinition> newCustoms() {
        return after.windowDefinitions().stream()
                .filter(definition -> definition.kind() == WindowKind.CUSTOM)
                .filter(definition ->
                        before.windowDefinitions().stream().noneMatch(old -> sameWindows(old, definition)))
                .toList();
    }

    /**
     * Deletes windows without entries that were opened ahead of time and that a changed definition does not have any more,
     * such as those after a new end. Refuses WINDOW_DEFINITION_KEY_USED if a window that has started or has entries is not
     * one of its definition.
     */
    void apply(WindowRepository repository, EntryTables entries, Instant now) {
        Instant present = after.time(now);
        List<String> keys = newCustoms().stream().map(WindowDefinition::key).toList();
        List<StoredWindow> missing = repository.startingAfter(after.id(), keys, present.minus(TIME_ZONE_SPAN)).stream()
                .filter(one -> !isKept(one))
                .toList();
        missing.stream()
                .filter(one -> !startsAt(one).isAfter(present))
                .findFirst()
                .ifPresent(this::refuse);
        if (!missing.isEmpty()) {
            List<Window> windows = missing.stream().map(StoredWindow::window).toList();
            if (entries.anyEntry(windows)) {
                refuse(missing.getFirst());
            }
            repository.deleteByIds(windows.stream().map(Window::id).toList());
        }
        // The first and the last window stand for all that are older.
        repository.ends(after, newCustoms()).stream()
                .filter(one -> !isKept(one))
                .findFirst()
                .ifPresent(this::refuse);
    }

    /** Whether a stored window is one of the windows of its changed definition. */
    private boolean isKept(StoredWindow one) {
        Window window = one.window();
        WindowBounds bounds = new WindowBounds(window.kind(), window.name(), startsAt(one), window.endsAt());
        WindowDefinition definition = definition(one);
        // 24 hours and a day may have the same bounds, but only days follow the time zones of groups.
        return definition.followsTimeZone() == one.followsTimeZone()
                && WindowSchedule.of(after, definition, window.timeZone())
                        .containing(startsAt(one))
                        .contains(bounds);
    }

    private void refuse(StoredWindow one) {
        String key = one.window().definition();
        throw new RefusedException(
                ErrorCode.WINDOW_DEFINITION_KEY_USED,
                "The leaderboard has had other windows with the key `" + key + "`, such as `"
                        + one.window().name() + "`; choose another key.",
                "windowDefinitions",
                Integer.toString(after.windowDefinitions().indexOf(definition(one))),
                "key");
    }

    private WindowDefinition definition(StoredWindow one) {
        return newCustoms().stream()
                .filter(named -> named.key().equals(one.window().definition()))
                .findFirst()
                .orElseThrow();
    }

    /** Windows of kind CUSTOM have a start. */
    private static Instant startsAt(StoredWindow one) {
        return Objects.requireNonNull(one.window().startsAt());
    }

    private static boolean sameWindows(WindowDefinition one, WindowDefinition other) {
        return Objects.equals(one.key(), other.key())
                && Objects.equals(one.anchorTime(), other.anchorTime())
                && Objects.equals(one.interval(), other.interval())
                && Objects.equals(one.length(), other.length())
                && Objects.equals(one.count(), other.count())
                && Objects.equals(one.endTime(), other.endTime());
    }

    private static Set<Object> timeZones(Leaderboard board) {
        return board.definition().groupOverrides().stream()
                .map(GroupOverride::timeZone)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
