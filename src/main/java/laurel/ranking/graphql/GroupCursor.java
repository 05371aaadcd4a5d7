package laurel.ranking.graphql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.request.Cursor;
import laurel.window.Window;

/** Where a list of groups goes on; invalid cursors throw a RequestException. */
final class GroupCursor {
    private GroupCursor() {}

    /** The name that the list of a window's groups has in cursors. */
    static String list(Window window, Grouping grouping) {
        return "rankings:" + window.id() + ":" + String.join(",", grouping.inOrder());
    }

    static String cursor(String list, Group group) {
        return new Cursor(list, List.copyOf(group.values().values())).text();
    }

    static Group parse(String cursor, String list, Grouping grouping) {
        return Cursor.parse(cursor, list, values -> {
            Set<String> attributes = grouping.inOrder();
            if (values.size() != attributes.size()) {
                throw new IllegalArgumentException("not a group of this grouping");
            }
            Map<String, String> group = new HashMap<>();
            attributes.forEach(attribute -> group.put(attribute, values.get(group.size())));
            return grouping.group(group);
        });
    }
}
