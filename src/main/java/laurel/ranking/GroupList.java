package laurel.ranking;

import static java.util.stream.Collectors.joining;

import laurel.database.Json;
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
        @Nullable Group after) {
    /** Before every group: arrays come before objects. */
    private static final Json FIRST = new Json("[]");

    /** Behind the group of everyone, before all others: empty names come before others. */
    private static final Json SECOND = new Json("{\"\": null}");

    /** A group of the grouping with a null for each value. */
    Json shape() {
        return each("null");
    }

    /** What jsonb's order puts before all groups of the grouping. */
    Json start() {
        return grouping.attributes().isEmpty() ? FIRST : shape();
    }

    /** What jsonb's order puts behind all groups of the grouping. */
    Json before() {
        return grouping.attributes().isEmpty() ? SECOND : each("true");
    }

    private Json each(String value) {
        return new Json(grouping.attributes().stream()
                .map(attribute -> "\"" + attribute + "\": " + value)
                .collect(joining(", ", "{", "}")));
    }
}
