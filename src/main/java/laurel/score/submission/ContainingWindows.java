package laurel.score.submission;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.score.submission.CheckedSubmission.TargetWindow;
import laurel.window.WindowKey;

/**
 * The windows that contain the submissions of a batch. They are computed once for each time, because most of what is derived from
 * activity has the same one. Used by one thread.
 */
final class ContainingWindows {
    private final Map<Moment, List<TargetWindow>> known = new HashMap<>();

    /** What the windows depend on. */
    private record Moment(Leaderboard board, WindowScope scope, Group group, Instant instant) {}

    /**
     * Returns the windows of a scope that contain an instant, in the order of the leaderboard's definitions; overlapping windows
     * from the oldest to the newest.
     */
    List<TargetWindow> of(WindowScope scope, Leaderboard board, Group group, Instant instant) {
        return known.computeIfAbsent(new Moment(board, scope, group, instant), ContainingWindows::of);
    }

    private static List<TargetWindow> of(Moment moment) {
        Leaderboard board = moment.board;
        Map<ZoneId, List<Grouping>> ofBoard = Map.of(board.timeZone(), board.groupings());
        Map<ZoneId, List<Grouping>> ofGroups = board.hasGroupTimeZones() ? byTimeZone(board, moment.group) : ofBoard;
        List<TargetWindow> targets = new ArrayList<>();
        for (WindowDefinition definition : board.windowDefinitions()) {
            (definition.followsTimeZone() ? ofGroups : ofBoard).forEach((timeZone, groupings) -> moment.scope
                    .of(definition, WindowKey.containing(board, definition, timeZone, moment.instant))
                    .forEach(window -> targets.add(new TargetWindow(window, groupings))));
        }
        return List.copyOf(targets);
    }

    private static Map<ZoneId, List<Grouping>> byTimeZone(Leaderboard board, Group group) {
        Map<ZoneId, List<Grouping>> byTimeZone = new LinkedHashMap<>();
        for (Grouping grouping : board.groupings()) {
            ZoneId timeZone = board.timeZone(grouping.group(group.values()));
            byTimeZone.computeIfAbsent(timeZone, none -> new ArrayList<>()).add(grouping);
        }
        return byTimeZone;
    }
}
