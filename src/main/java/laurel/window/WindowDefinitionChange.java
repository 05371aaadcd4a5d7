package laurel.window;

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
     * Refuses WINDOW_DEFINITION_KEY_USED if a key was used for other windows.
     *
     * @param existing the first and the last window of each new definition's key
     */
    void checkMeaning(List<WindowRepository.StoredWindow> existing) {
        for (WindowRepository.StoredWindow one : existing) {
            Window window = one.window();
            WindowDefinition definition = newCustoms().stream()
                    .filter(named -> named.key().equals(window.definition()))
                    .findFirst()
                    .orElseThrow();
            Instant startsAt = Objects.requireNonNull(window.startsAt());
            WindowBounds bounds = new WindowBounds(window.kind(), window.name(), startsAt, window.endsAt());
            // 24 hours and a day may have the same bounds, but only days follow the time zones of groups.
            if (definition.followsTimeZone() != one.followsTimeZone()
                    || !WindowSchedule.of(after, definition, window.timeZone())
                            .containing(startsAt)
                            .contains(bounds)) {
                throw new RefusedException(
                        ErrorCode.WINDOW_DEFINITION_KEY_USED,
                        "The leaderboard has had other windows with the key `" + window.definition()
                                + "`; choose another key.",
                        "windowDefinitions",
                        Integer.toString(after.windowDefinitions().indexOf(definition)),
                        "key");
            }
        }
    }

    private static boolean sameWindows(WindowDefinition one, WindowDefinition other) {
        return Objects.equals(one.key(), other.key())
                && Objects.equals(one.anchorTime(), other.anchorTime())
                && Objects.equals(one.interval(), other.interval())
                && Objects.equals(one.length(), other.length());
    }

    private static Set<Object> timeZones(Leaderboard board) {
        return board.definition().groupOverrides().stream()
                .map(GroupOverride::timeZone)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
