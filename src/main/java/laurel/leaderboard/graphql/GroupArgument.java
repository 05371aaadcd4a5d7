package laurel.leaderboard.graphql;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import laurel.graphql.Input;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;

/**
 * Reads the arguments {@code group} and {@code grouping} of a leaderboard's fields. What fits no grouping of the
 * leaderboard throws UNKNOWN_GROUPING.
 */
public final class GroupArgument {
    private static final String GROUP = "group";

    private GroupArgument() {}

    /** The group whose ranking is meant. Everyone must be a group of the leaderboard, too. */
    public static Group ranked(Input input, Leaderboard board) {
        Group group = group(input);
        if (board.grouping(group.attributes()).isEmpty()) {
            throw unknown(group, board);
        }
        return group;
    }

    /** The group whose time zone windows follow. Everyone follows the leaderboard's. */
    public static Group followed(Input input, Leaderboard board) {
        Group group = group(input);
        return group.isEveryone() ? group : ranked(input, board);
    }

    /** The grouping of these attributes. */
    public static Grouping grouping(Collection<String> attributes, Leaderboard board) {
        return board.grouping(attributes)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.UNKNOWN_GROUPING,
                        "The leaderboard has no grouping by " + listed(attributes) + "; it has "
                                + board.groupings().stream()
                                        .map(grouping -> listed(grouping.attributes()))
                                        .collect(Collectors.joining(", "))
                                + "."));
    }

    private static Group group(Input input) {
        Map<String, String> values = input.texts(GROUP);
        values.forEach((attribute, value) -> {
            if (!Text.isLine(value, Group.MAX_VALUE)) {
                throw new RequestException(
                        RequestErrorCode.INVALID_ARGUMENT,
                        "A value of `" + GROUP + "` must be 1-" + Group.MAX_VALUE
                                + " characters, not all blank and without control characters.");
            }
        });
        return Group.of(values);
    }

    private static RequestException unknown(Group group, Leaderboard board) {
        List<String> named = board.groupings().stream()
                .map(Grouping::attributes)
                .filter(attributes -> !attributes.isEmpty())
                .map(attributes ->
                        attributes.stream().map(GroupArgument::quoted).collect(Collectors.joining(" and ")))
                .toList();
        String wrong = group.isEveryone()
                ? "The leaderboard has no ranking of everyone"
                : "The leaderboard has no grouping by "
                        + group.attributes().stream().map(GroupArgument::quoted).collect(Collectors.joining(" and "));
        Optional<Grouping> everyone = board.grouping(List.of());
        String give = named.isEmpty() ? "" : "set `group` to values of " + String.join(", or of ", named);
        String leave = everyone.isEmpty() ? "" : "omit `group`";
        return new RequestException(
                RequestErrorCode.UNKNOWN_GROUPING,
                wrong + ": " + give + (give.isEmpty() || leave.isEmpty() ? "" : ", or ") + leave + ".");
    }

    private static String listed(Collection<String> attributes) {
        return attributes.stream()
                .map(attribute -> '"' + shown(attribute) + '"')
                .collect(Collectors.joining(", ", "`[", "]`"));
    }

    private static String quoted(String attribute) {
        return "`" + shown(attribute) + "`";
    }

    /** What a client sent may be long. */
    private static String shown(String attribute) {
        return Group.isAttribute(attribute) ? attribute : "...";
    }
}
