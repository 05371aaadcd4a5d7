package laurel.lifecycle;

import org.jspecify.annotations.Nullable;

/**
 * A step in the life of a board that may be taken.
 *
 * @param windowId the window that it is about; null where it is about the board
 */
record Due(
        Step step, int appId, int leaderboardId, @Nullable Long windowId) {
    /** What is to be done. */
    enum Step {
        /** The board has planned seasons; on its own time they may be due. */
        START,
        /** A window's grace is over: it takes no more submissions, and its ranks are stored. */
        CLOSE,
        /** The ranks of a window that is closed, or was corrected since, are stored. */
        FINALIZE
    }
}
