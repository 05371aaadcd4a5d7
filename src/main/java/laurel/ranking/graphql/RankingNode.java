package laurel.ranking.graphql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.leaderboard.Group;
import laurel.ranking.Ranking;
import laurel.window.RankingKey;

/** The IDs of rankings. They contain the window and the group if {@link Ranking#isIdentifiedByGroup}, else the ranking's id. */
final class RankingNode {
    static final String TYPE = "Ranking";

    private static final String SEPARATOR = "\n";

    private RankingNode() {}

    static String id(RequestContext request, Ranking ranking) {
        return Ranking.isIdentifiedByGroup(ranking.group())
                ? request.keyedId(
                        TYPE,
                        ranking.leaderboardId(),
                        ranking.group().parts().collect(Collectors.joining(SEPARATOR)),
                        ranking.windowId())
                : request.id(TYPE, ranking.leaderboardId(), ranking.id());
    }

    /** The window and the group of an ID that has a key. */
    static RankingKey key(NodeId id) {
        List<String> parts = List.of(id.key().split(SEPARATOR, -1));
        Map<String, String> values = new HashMap<>();
        for (int part = 0; part < parts.size(); part += 2) {
            values.put(parts.get(part), parts.get(part + 1));
        }
        return new RankingKey(id.number(), Group.of(values));
    }
}
