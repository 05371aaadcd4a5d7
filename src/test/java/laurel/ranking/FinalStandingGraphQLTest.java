package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Final standings can be read, revision by revision, until the window expires. */
@LaurelTest
class FinalStandingGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String DAY = "2025-07-13";
    private static final String ITEM =
            "{ rank denseRank position percentRank cumeDist score subscore achievedAt metadata"
                    + " participant { externalId } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;
    private FinalWindows windows;

    @BeforeEach
    void start() {
        client = server.client();
        windows = new FinalWindows(server);
        client.ask("""
                mutation { createLeaderboard(input: {key: "board", sortOrder: ASCENDING, decimals: 1, windowDefinitions: [{kind: \
                    DAILY}],
                  groupings: [[], ["side"]]}) { leaderboard { id } } }
                """).text("data", "createLeaderboard", "leaderboard", "id");
        submit(IntStream.range(0, 40), 0);
    }

    private void submit(IntStream participants, int offset) {
        List<Map<String, Object>> input = participants
                .<Map<String, Object>>mapToObj(n -> Map.of(
                        "leaderboardKey",
                        "board",
                        "participant",
                        Map.of("externalId", "who-" + n),
                        "score",
                        n / 3 - offset,
                        "subscore",
                        n % 2,
                        "metadata",
                        Map.of("car", n),
                        "group",
                        Map.of("side", n < 20 ? "dark" : "light")))
                .toList();
        client.ask("""
                mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { acceptedCount } }
                """, Map.of("input", input)).text("data", "submitScores", "acceptedCount");
    }

    @Test
    void returnsNoFinalRankingBeforeTheWindowIsFinal() {
        assertThat(ranking("{ finalRanking { entryCount } one: finalRanking(revision: 1) { entryCount } }")
                        .json())
                .hasToString("{finalRanking=null, one=null}");
    }

    @Test
    void returnsRanksOfWindowFunctions() {
        windows.store("board", DAY, NOW.plusSeconds(60));
        Answer found =
                ranking("{ finalRanking { revision finalizedAt entryCount standings(first: 1000) { edges { node " + ITEM
                        + " } } } standings(first: 1000) { edges { node { rank denseRank position percentRank score"
                        + " subscore achievedAt"
                        + " metadata participant { externalId } } } } }");
        assertThat(found.at("finalRanking", "revision")).isEqualTo(1);
        assertThat(found.at("finalRanking", "finalizedAt")).isEqualTo("2025-07-13T14:31:00Z");
        assertThat(found.at("finalRanking", "entryCount")).isEqualTo(40);
        List<Answer> standings = found.list("finalRanking", "standings", "edges");
        List<Answer> live = found.list("standings", "edges");
        assertThat(standings).hasSize(40);
        for (int n = 0; n < 40; n++) {
            Answer standing = standings.get(n).node("node");
            int rank = Integer.parseInt(standing.text("rank"));
            long noWorse = standings.stream()
                    .filter(other -> Integer.parseInt(other.text("node", "rank")) <= rank)
                    .count();
            assertThat(new BigDecimal(standing.text("cumeDist"))).isEqualByComparingTo("" + noWorse / 40.0);
            for (String field : List.of(
                    "rank",
                    "denseRank",
                    "position",
                    "percentRank",
                    "score",
                    "subscore",
                    "achievedAt",
                    "metadata",
                    "participant")) {
                assertThat(standing.at(field)).isEqualTo(live.get(n).at("node", field));
            }
        }
    }

    @Test
    void returnsPages() {
        windows.store("board", DAY, NOW);
        List<String> shown = new ArrayList<>();
        String after = "";
        Answer page;
        do {
            page = ranking("{ finalRanking { standings(first: 7" + after + ") { edges { node { position } }"
                            + " pageInfo { hasNextPage hasPreviousPage endCursor } } } }")
                    .node("finalRanking", "standings");
            assertThat(page.at("pageInfo", "hasPreviousPage")).isEqualTo(!after.isEmpty());
            page.list("edges").forEach(edge -> shown.add(edge.text("node", "position")));
            after = ", after: \"" + page.at("pageInfo", "endCursor") + "\"";
        } while (Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage")));
        assertThat(shown)
                .isEqualTo(
                        IntStream.rangeClosed(1, 40).mapToObj(Integer::toString).toList());
        assertThat(positions("standings(first: 3, fromPosition: 39) { edges { node { position } } }"))
                .containsExactly("39", "40");
        assertThat(positions("standings(first: 3, fromPosition: 2147483647) { edges { node { position } } }"))
                .isEmpty();
    }

    private List<String> positions(String field) {
        return ranking("{ finalRanking { " + field + " } }").list("finalRanking", "standings", "edges").stream()
                .map(edge -> edge.text("node", "position"))
                .toList();
    }

    @Test
    void returnsNeighboursOfAParticipant() {
        windows.store("board", DAY, NOW);
        Answer found = ranking(
                        "{ finalRanking { standing(participant: {external: {externalId: \"who-0\"}}) { position }"
                                + " unknown: standing(participant: {external: {externalId: \"unknown\"}}) { position }"
                                + " impossible: standing(participant: {external: {externalId: \"\\u0000\"}}) { position }"
                                + " around(participant: {external: {externalId: \"who-0\"}}, above: 3, below: 2)"
                                + " { nodes { position } }"
                                + " none: around(participant: {external: {externalId: \"unknown\"}}) { nodes { position } } } }")
                .node("finalRanking");
        assertThat(found.at("standing", "position")).isEqualTo(1);
        assertThat(found.at("unknown")).isNull();
        assertThat(found.at("impossible")).isNull();
        assertThat(found.list("around", "nodes").stream().map(one -> one.at("position")))
                .isEqualTo(List.of(1, 2, 3));
        assertThat(found.list("none", "nodes")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            standings(first: 0) { edges { cursor } } | INVALID_PAGE_SIZE
            standings(first: 1001) { edges { cursor } } | INVALID_PAGE_SIZE
            standings(fromPosition: 0) { edges { cursor } } | INVALID_ARGUMENT
            standings(after: "nonsense") { edges { cursor } } | INVALID_CURSOR
            standings(after: "CURSOR") { edges { cursor } } | INVALID_CURSOR
            standings(after: "CURSOR", fromPosition: 3) { edges { cursor } } | INVALID_ARGUMENT
            around(participant: {external: {externalId: "who-0"}}, above: -1) { nodes { rank } } | INVALID_PAGE_SIZE
            around(participant: {external: {externalId: "who-0"}}, below: 501) { nodes { rank } } | INVALID_PAGE_SIZE
            """)
    void rejectsInvalidArguments(String field, String code) {
        windows.store("board", DAY, NOW);
        String cursor = ranking("{ standings(first: 1) { pageInfo { endCursor } } }")
                .text("standings", "pageInfo", "endCursor");
        assertThat(client.send(document("{ finalRanking { " + field.replace("CURSOR", cursor) + " } }"), Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo(code);
    }

    /** Rankings that a correction does not change keep their revision. */
    @Test
    void createsRevisionOfCorrectedRankings() {
        windows.store("board", DAY, NOW);
        Object first = ranking("{ finalRanking(revision: 1) { revision finalizedAt entryCount"
                        + " standing(participant: {external: {externalId: \"who-39\"}}) "
                        + ITEM + " } }")
                .json();
        windows.remove("who-39");
        assertThat(ranking("{ finalRanking { revision entryCount } window { revision }"
                                + " next: finalRanking(revision: 2) { entryCount } }")
                        .json())
                .as("during the correction")
                .hasToString("{finalRanking={revision=1, entryCount=40}, window={revision=1}, next=null}");
        windows.store("board", DAY, NOW.plusSeconds(90));
        assertThat(ranking("{ finalRanking(revision: 1) { revision finalizedAt entryCount"
                                + " standing(participant: {external: {externalId: \"who-39\"}}) "
                                + ITEM + " } }")
                        .json())
                .isEqualTo(first);
        Answer found = ranking("{ finalRanking { revision finalizedAt entryCount"
                + " standing(participant: {external: {externalId: \"who-39\"}}) { rank } }"
                + " third: finalRanking(revision: 3) { entryCount } zero: finalRanking(revision: 0) { entryCount }"
                + " below: finalRanking(revision: -1) { entryCount } }");
        assertThat(found.json())
                .hasToString(
                        "{finalRanking={revision=2, finalizedAt=2025-07-13T14:31:30Z, entryCount=39, standing=null},"
                                + " third=null, zero=null, below=null}");
        assertThat(side("dark", "").json()).hasToString("{revision=1, entryCount=20}");
        assertThat(side("light", "").json()).hasToString("{revision=2, entryCount=19}");
        assertThat(side("dark", "(revision: 1)").json()).hasToString("{revision=1, entryCount=20}");
        assertThat(side("dark", "(revision: 2)").json()).hasToString("{revision=1, entryCount=20}");
        assertThat(side("light", "(revision: 1)").json()).hasToString("{revision=1, entryCount=20}");
    }

    @Test
    void returnsRevisionsWithoutStandings() {
        windows.store("board", DAY, NOW);
        IntStream.range(0, 20).forEach(n -> windows.remove("who-" + n));
        windows.store("board", DAY, NOW);
        assertThat(side("dark", "").json()).hasToString("{revision=2, entryCount=0}");
        windows.reopen("board", DAY);
        assertThat(side("dark", "").json()).as("during the correction").hasToString("{revision=2, entryCount=0}");
        submit(IntStream.range(0, 1), 0);
        windows.store("board", DAY, NOW);
        for (String revision :
                List.of("{revision=1, entryCount=20}", "{revision=2, entryCount=0}", "{revision=3, entryCount=1}")) {
            assertThat(side("dark", "(revision: " + revision.charAt(10) + ")").json())
                    .hasToString(revision);
        }
    }

    private Answer side(String side, String revision) {
        return client.ask("{ leaderboard(key: \"board\") { window(select: {name: {name: \"" + DAY
                        + "\"}}) { ranking(group: {side: \"" + side
                        + "\"}) { finalRanking" + revision + " { revision entryCount } } } } }")
                .node("data", "leaderboard", "window", "ranking", "finalRanking");
    }

    @Test
    void returnsEmptyFinalRankingWithoutEntries() {
        client.ask(
                "mutation { createLeaderboard(input: {key: \"empty\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
        windows.store("empty", DAY, NOW);
        assertThat(client.ask("{ leaderboard(key: \"empty\") { window(select: {relative: {definitionKey:"
                                + " \"daily\"}}) { ranking { entryCount"
                                + " finalRanking(revision: 1) { entryCount"
                                + " standings { edges { cursor } pageInfo { hasNextPage hasPreviousPage } } } } } } }")
                        .at("data", "leaderboard", "window", "ranking"))
                .hasToString("{entryCount=0, finalRanking={entryCount=0, standings={edges=[],"
                        + " pageInfo={hasNextPage=false, hasPreviousPage=false}}}}");
    }

    @Test
    void readsFinalStandingsWithoutEntries() {
        windows.store("board", DAY, NOW);
        try (var recorded = Statements.of(server.bean(Sql.class))) {
            ranking("{ finalRanking { entryCount standings { nodes { rank } }"
                    + " standing(participant: {external: {externalId: \"who-7\"}}) { rank }"
                    + " around(participant: {external: {externalId: \"who-9\"}}) { nodes { rank } } } }");
            List<Statements.Executed> statements = recorded.take();
            assertThat(statements)
                    .hasSize(5)
                    .noneMatch(statement -> statement.named().matches("(?s).*\\bentry_\\d.*"));
            for (Statements.Executed statement : statements.subList(3, 5)) {
                assertThat(Plan.generic(server.bean(Sql.class), statement).sequentialScans())
                        .isEmpty();
            }
        }
    }

    private static String document(String fields) {
        return "{ leaderboard(key: \"board\") { window(select: {name: {name: \"" + DAY + "\"}}) { ranking " + fields
                + " } } }";
    }

    private Answer ranking(String fields) {
        return client.ask(document(fields)).node("data", "leaderboard", "window", "ranking");
    }
}
