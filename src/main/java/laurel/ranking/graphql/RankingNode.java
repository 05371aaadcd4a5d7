package laurel.ranking.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Group;
import laurel.ranking.Ranking;
import laurel.window.RankingKey;

/**
 * The IDs of rankings. That of a group has the window and the group inside, so that it is the same before the group's
 * first entry, when the ranking has no row. Groups that do not fit into an ID, and everyone, have the number of the row.
 */
public final class RankingNode {
    static final String TYPE = "Ranking";

    /** Attributes and values together, in UTF-8; with what separates them they fit into an ID. */
    private static final int MOST_BYTES = 55;

    private static final String SEPARATOR = "\n";

    private RankingNode() {}

    /** Whether the ID of a ranking of the group has the group inside. */
    public static boolean named(Group group) {
        return !group.isEveryone()
                && group.parts().mapToInt(part -> part.getBytes(UTF_8).length).sum() <= MOST_BYTES;
    }

    static String id(RequestContext request, Ranking ranking) {
        return named(ranking.group())
                ? request.keyedId(
                        TYPE,
                        ranking.leaderboardId(),
                        ranking.group().parts().collect(Collectors.joining(SEPARATOR)),
                        ranking.windowId())
                : request.id(TYPE, ranking.leaderboardId(), ranking.id());
    }

    /** The window and the group that an ID has inside; only of an ID that has a key. */
    static RankingKey key(NodeId id) {
        List<String> parts = List.of(id.key().split(SEPARATOR, -1));
        Map<String, String> values = new HashMap<>();
        for (int part = 0; part < parts.size(); part += 2) {
            values.put(parts.get(part), parts.get(part + 1));
        }
        return new RankingKey(id.number(), Group.of(values));
    }
}
