package laurel.ranking;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.graphql.Cursor;
import laurel.graphql.Input;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.window.Window;

/** Reads which group is meant, and where a list of groups goes on; invalid arguments throw a RequestException. */
final class GroupInput {
    private GroupInput() {}

    /** What the argument {@code group} says. */
    static Group group(Input input) {
        return Group.of(input.texts("group"));
    }

    /** The same, of a grouping that a board has. */
    static Group groupOf(Input input, Leaderboard board) {
        Group group = group(input);
        if (!group.isEveryone()) {
            var unused = grouping(board, group.attributes());
        }
        return group;
    }

    /** The grouping of these attributes that a board has. */
    static Grouping grouping(Leaderboard board, Collection<String> attributes) {
        return board.grouping(attributes)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.UNKNOWN_GROUPING, "The leaderboard has no grouping by " + attributes + "."));
    }

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
