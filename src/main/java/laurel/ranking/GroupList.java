package laurel.ranking;

import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import org.jspecify.annotations.Nullable;

/**
 * Which page of the groups of a window, in order of their values.
 *
 * @param size  how many
 * @param after the last of the page before; null is the first page
 */
record GroupList(
        long windowId,
        Grouping grouping,
        int size,
        @Nullable Group after) {}
