package laurel.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.Test;

/** Participants change groups on two nodes, by updates and by submissions: the numbers of members stay exact. */
@LaurelTest
class GroupConcurrencyTest {
    private static final String CREATE =
            "mutation ($id: String!, $group: GroupValues) { createParticipant(input: {externalId: $id, group: $group})"
                    + " { errors { code } } }";
    private static final String UPDATE =
            "mutation ($id: String!, $group: GroupValues) { updateParticipant(input: {participant: {external:"
                    + " {externalId: $id}}, group: $group, moveEntries: true}) { errors { code } } }";
    private static final int WRITERS = 16;
    private static final String COUNTS = """
            SELECT g.attribute || ' ' || g.value AS value, g.member_count,
                   (SELECT count(*) FROM participant AS p
                    WHERE p.app_id = g.app_id AND p.group_values ->> g.attribute = g.value) AS actual_count
            FROM group_value AS g WHERE g.app_id = :app
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Introspected
    record CountedGroup(String value, long memberCount, long actualCount) {}

    @Test
    void countsMembersExactly() {
        createLeaderboard();
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), secondNode.client());
            Together.all(WRITERS, writer -> {
                Random random = new Random(writer);
                for (int request = 0; request < 12; request++) {
                    change(nodes.get(random.nextInt(2)), random);
                }
                return writer;
            });
        }
        List<CountedGroup> groups =
                server.database().sql().of(COUNTS).bind("app", server.appId()).list(CountedGroup.class);
        assertThat(groups).hasSizeGreaterThan(4);
        assertThat(groups).allSatisfy(group -> assertThat(group.memberCount).isEqualTo(group.actualCount));
    }

    private void createLeaderboard() {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", groupings: [[], [\"campus\"]]}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static void change(GraphQLClient node, Random random) {
        String who = "who-" + random.nextInt(8);
        Map<String, String> group = Map.of("campus", "c" + random.nextInt(3), "house", "h" + random.nextInt(3));
        switch (random.nextInt(3)) {
            case 0 -> {
                Map<String, Object> input = new HashMap<>(ScoreClient.score("board", who, 1));
                input.put("participant", Map.of("externalId", who, "group", group));
                new ScoreClient(node).submit(input).text("status");
            }
            case 1 -> node.ask(CREATE, Map.of("id", who, "group", group));
            default -> node.ask(UPDATE, Map.of("id", who, "group", group));
        }
    }
}
