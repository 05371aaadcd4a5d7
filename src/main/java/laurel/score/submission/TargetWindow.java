package laurel.score.submission;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.window.WindowKey;

/**
 * A window that a submission falls in.
 *
 * @param groupings those whose group follows the calendar of this window
 */
record TargetWindow(WindowKey window, List<Grouping> groupings) {

    /**
     * Where what was achieved at a moment falls, in the order of the board's definitions; of overlapping windows the oldest
     * first. Each grouping is in one part at least of every definition that has windows then.
     *
     * @param named the values of all attributes
     */
    static List<TargetWindow> containing(Leaderboard board, Group named, Instant at) {
        Map<ZoneId, List<Grouping>> ofBoard = Map.of(board.timeZone(), board.groupings());
        Map<ZoneId, List<Grouping>> ofGroups = board.hasGroupTimeZones() ? byZone(board, named) : ofBoard;
        List<TargetWindow> parts = new ArrayList<>();
        for (WindowDefinition definition : board.windowDefinitions()) {
            (definition.followsTimeZone() ? ofGroups : ofBoard)
                    .forEach((zone, groupings) -> WindowKey.containing(board, definition, zone, at)
                            .forEach(window -> parts.add(new TargetWindow(window, groupings))));
        }
        return parts;
    }

    private static Map<ZoneId, List<Grouping>> byZone(Leaderboard board, Group named) {
        Map<ZoneId, List<Grouping>> byZone = new LinkedHashMap<>();
        for (Grouping grouping : board.groupings()) {
            ZoneId zone = board.timeZone(grouping.group(named.values()));
            byZone.computeIfAbsent(zone, none -> new ArrayList<>()).add(grouping);
        }
        return byZone;
    }
}
