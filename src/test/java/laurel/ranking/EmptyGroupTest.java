package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rankings of groups that have never had an entry. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmptyGroupTest {
    private static final String FIELDS = """
            id group { values } window { name } entryCount standingCount(filter: {rankAtMost: 3}) rankForScore(score: 5)
            standings { nodes { rank } pageInfo { hasNextPage hasPreviousPage endCursor } }
            last: standings(order: WORST_FIRST, fromPosition: 2) { nodes { rank } }
            standing(participant: {external: {externalId: "ann"}}) { rank }
            standingAt(place: {percentile: 50}) { rank } best: standingAt(place: {position: 1}) { rank }
            around(participant: {external: {externalId: "ann"}}) { nodes { rank } }
            standingsOf(participants: [{external: {externalId: "ann"}}]) { rank }
            finalRanking { revision }
            asOf(time: "2025-07-13T14:30:00Z") { entryCount standings { nodes { rank } } }
            """;
    private static final String EMPTY = "entryCount=0, standingCount=0, rankForScore=1,"
            + " standings={nodes=[], pageInfo={hasNextPage=false, hasPreviousPage=false, endCursor=null}}, last={nodes=[]},"
            + " standing=null, standingAt=null, best=null, around={nodes=[]}, standingsOf=[], finalRanking=null,"
            + " asOf={entryCount=0, standings={nodes=[]}}}";

    private static final String PLATFORM = "platform: \"pc\"";

    @Inject
    LaurelServer server;

    private GraphQLClient client;
    private static int boards;
    private String key = "";

    @BeforeEach
    void create() {
        client = server.client();
        key = "empty-groups-" + boards++;
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", groupings: [[], [\"region\"],"
                + " [\"platform\", \"region\"]], groupOverrides: [{group: {region: \"low\"}, sortOrder: ASCENDING}]})"
                + " { leaderboard { id } } }");
        submit("na", "pc", 9);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            region: "eu"
            region: "eu", platform: "pc"
            platform: "phone", region: "na"
            region: "\u00e9\u4e16\u754c \ud83c\udf0d"
            """)
    void returnsEmptyRankingOfGroupWithoutEntries(String group) {
        Answer ranking = ranking(group, FIELDS).node("ranking");
        assertThat(String.valueOf(ranking.json())).endsWith(", window={name=ALL-TIME}, " + EMPTY);
        assertThat(((Map<?, ?>) ranking.at("group", "values"))).hasSize(group.split(",", -1).length);
        assertThat(node(ranking.text("id"), FIELDS).json()).isEqualTo(ranking.json());
        assertThat(client.ask("{ leaderboard(key: \"" + key + "\") { window { ranking(group: {" + group + "}) { "
                                + FIELDS + " } rankings(grouping: [\"region\"]) { nodes { group { name } } } } } }")
                        .node("data", "leaderboard", "window")
                        .json())
                .as("no row is created")
                .hasToString("{ranking=" + ranking.json() + ", rankings={nodes=[{group={name=na}}]}}");
    }

    @Test
    void keepsIdAfterFirstScore() {
        for (String group : new String[] {"region: \"eu\"", "region: \"eu\", " + PLATFORM}) {
            String id = ranking(group, "id").text("ranking", "id");
            submit("eu", "pc", 5);
            Answer ranking = ranking(group, "id entryCount").node("ranking");
            assertThat(ranking.text("id")).isEqualTo(id);
            assertThat(node(id, "entryCount standings { nodes { score } }").json())
                    .hasToString("{entryCount=1, standings={nodes=[{score=5}]}}");
            client.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"" + key + "\"}) { errors { code } } }");
            assertThat(server.client()
                            .ask("{ node(id: \"" + id + "\") { id } }")
                            .at("data", "node"))
                    .isNull();
            create();
        }
    }

    @Test
    void ranksByGroupSortOrder() {
        Answer ranking = ranking("region: \"low\"", "rankForScore(score: 5) id");
        assertThat(ranking.at("ranking", "rankForScore")).isEqualTo(1);
        submit("low", "pc", 4);
        assertThat(node(ranking.text("ranking", "id"), "rankForScore(score: 5)").at("rankForScore"))
                .isEqualTo(2);
    }

    /** If attribute and value have more than 55 bytes, the group has no ID before its first score. */
    @ParameterizedTest
    @CsvSource({"49, true", "50, false", "64, false"})
    void returnsNullIfGroupDoesNotFitIntoId(int length, boolean fits) {
        String region = "r".repeat(length);
        Answer before = ranking("region: \"" + region + "\"", "id");
        assertThat(before.at("ranking") != null).isEqualTo(fits);
        submit(region, "pc", 1);
        Answer after = ranking("region: \"" + region + "\"", "id entryCount").node("ranking");
        assertThat(after.at("entryCount")).isEqualTo(1);
        assertThat(node(after.text("id"), "entryCount").at("entryCount")).isEqualTo(1);
        if (fits) {
            assertThat(after.text("id")).isEqualTo(before.text("ranking", "id"));
        }
    }

    private Answer ranking(String group, String fields) {
        return client.ask(
                        "{ leaderboard(key: \"" + key + "\") { ranking(group: {" + group + "}) { " + fields + " } } }")
                .node("data", "leaderboard");
    }

    private Answer node(String id, String fields) {
        return client.ask("{ node(id: \"" + id + "\") { ... on Ranking { " + fields + " } } }")
                .node("data", "node");
    }

    private void submit(String region, String platform, int score) {
        client.ask("mutation { submitScore(input: {leaderboardKey: \"" + key + "\", participant: {externalId: \""
                        + region + "\"},"
                        + " score: " + score + ", group: {region: \"" + region + "\", platform: \"" + platform
                        + "\"}}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
    }
}
