package laurel.score.submission;

import java.util.List;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;

/**
 * In which of the windows that contain its time a submission counts. At most two windows of a definition are of the present: the
 * oldest ones that contain the time. The others, of a definition whose windows overlap more, become the window at an instant later.
 * So a submission to each of both scopes counts like one to all windows.
 */
public enum WindowScope {
    /** All windows. */
    ALL,
    /** Windows of the present. */
    PRESENT,
    /** Windows that are not of the present. */
    LATER;

    /** Returns the windows of a definition in this scope, given all that contain the time of a submission, oldest first. */
    <T> List<T> of(WindowDefinition definition, List<T> windows) {
        int present = Math.min(WindowDefinition.PRESENT_WINDOWS, windows.size());
        return switch (this) {
            case ALL -> windows;
            case PRESENT -> hasLater(definition) ? windows.subList(0, present) : windows;
            case LATER -> hasLater(definition) ? windows.subList(present, windows.size()) : List.of();
        };
    }

    /** Returns whether a leaderboard has windows that are not of the present. */
    public static boolean hasLater(Leaderboard leaderboard) {
        return leaderboard.windowDefinitions().stream().anyMatch(WindowScope::hasLater);
    }

    private static boolean hasLater(WindowDefinition definition) {
        return definition.maxCurrentWindows() > WindowDefinition.PRESENT_WINDOWS;
    }
}
