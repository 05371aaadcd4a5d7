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

/** What another definition of a board does to its windows. */
record WindowDefinitionChange(Leaderboard before, Leaderboard after) {

    /** Whether windows that are open would be others now; only where nothing stands yet can it be. */
    boolean movesWindows() {
        return after.scoredAt() == null
                && (!before.timeZone().equals(after.timeZone())
                        || before.clock() != after.clock()
                        || !timeZones(before).equals(timeZones(after))
                        || !newCustoms().isEmpty());
    }

    /** The CUSTOM definitions that the board has not had just before, or not so. */
    List<WindowDefinition> newCustoms() {
        return after.windowDefinitions().stream()
                .filter(definition -> definition.kind() == WindowKind.CUSTOM)
                .filter(definition ->
                        before.windowDefinitions().stream().noneMatch(old -> sameWindows(old, definition)))
                .toList();
    }

    /**
     * Refuses WINDOW_DEFINITION_KEY_USED for a key that has meant other windows.
     *
     * @param stood the first and the last window of each new definition's key that the board has had
     */
    void checkMeaning(List<WindowRepository.StoodWindow> stood) {
        for (WindowRepository.StoodWindow one : stood) {
            Window window = one.window();
            WindowDefinition definition = newCustoms().stream()
                    .filter(named -> named.key().equals(window.definition()))
                    .findFirst()
                    .orElseThrow();
            Instant startsAt = Objects.requireNonNull(window.startsAt());
            WindowBounds bounds = new WindowBounds(window.kind(), window.name(), startsAt, window.endsAt());
            // 24 hours and a day may have the same bounds; but a day is one of each group's own zone.
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
