package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid filters, positions, groups and participants return an error that explains them. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvalidFilterTest {
    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"one\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
        for (String who : List.of("ann", "bob", "cem")) {
            client.ask("mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"" + who
                    + "\"}, score: 1}) { __typename } }");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            standings(fromPosition: 0) { edges { cursor } } | INVALID_ARGUMENT
            bottom: standings(order: WORST_FIRST, fromPosition: -1) { edges { cursor } } | INVALID_ARGUMENT
            standings(fromPosition: 1, last: 1) { edges { cursor } } | INVALID_ARGUMENT
            standings(fromPosition: 1, after: "x") { edges { cursor } } | INVALID_ARGUMENT
            standings(fromPosition: 1, before: "x") { edges { cursor } } | INVALID_ARGUMENT
            standings(filter: {rankAtMost: 0}) { edges { cursor } } | INVALID_ARGUMENT
            standings(filter: {rankAtLeast: -1}) { edges { cursor } } | INVALID_ARGUMENT
            standings(filter: {scoreAbove: "NaN"}) { edges { cursor } } | INVALID_ARGUMENT
            standings(filter: {scoreAbove: 0.5}) { edges { cursor } } | INVALID_ARGUMENT
            standings(filter: {scoreBelow: 1e99}) { edges { cursor } } | INVALID_ARGUMENT
            standingCount(filter: {scoreAtMost: ""}) | INVALID_ARGUMENT
            standingCount(filter: {rankAtMost: 0}) | INVALID_ARGUMENT
            rankForScore(score: "x") | INVALID_ARGUMENT
            rankForScore(score: 9223372036854775808) | INVALID_ARGUMENT
            standingAt(place: {position: 0}) { rank } | INVALID_ARGUMENT
            standingAt(place: {percentile: -0.1}) { rank } | INVALID_ARGUMENT
            standingAt(place: {percentile: 100.1}) { rank } | INVALID_ARGUMENT
            """)
    void rejectsInvalidArguments(String field, String code) {
        assertBadInput(ranking(field), code);
    }

    @Test
    void rejectsMoreParticipantsThanOnePage() {
        String document = "query ($who: [ParticipantRef!]!) { leaderboard(key: \"one\") { window(select:"
                + " {relative: {definitionKey: \"daily\"}}) { ranking"
                + " { standingsOf(participants: $who) { rank } } } } }";
        List<Map<String, Object>> many = IntStream.range(0, 1_001)
                .<Map<String, Object>>mapToObj(n -> Map.of("external", Map.of("externalId", "who-" + n)))
                .toList();
        assertBadInput(client.send(document, Map.of("who", many)), "INVALID_ARGUMENT");
        assertThat(client.send(document, Map.of("who", many.subList(0, 1_000))).at("errors"))
                .isNull();
    }

    @Test
    void rejectsTooManyEarlierTimes() {
        Answer answer = ranking("standings { edges { node { "
                + IntStream.range(0, 5)
                        .mapToObj(n -> "m%1$d: movement(sinceTime: \"2025-07-1%1$dT00:00:00Z\") { rank } ".formatted(n))
                        .collect(Collectors.joining())
                + "} } }");
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
    }

    /** A cursor is valid for equal filters in any notation. */
    @Test
    void rejectsCursorOfAnotherFilter() {
        String cursor = ranking("standings(first: 1, filter: {scoreAtLeast: 1}) { pageInfo { endCursor } }")
                .text("data", "leaderboard", "window", "ranking", "standings", "pageInfo", "endCursor");
        String after = "standings(after: \"" + cursor + "\"";
        assertBadInput(ranking(after + ") { edges { cursor } }"), "INVALID_CURSOR");
        assertBadInput(ranking(after + ", filter: {}) { edges { cursor } }"), "INVALID_CURSOR");
        assertBadInput(ranking(after + ", filter: {scoreAtMost: 1}) { edges { cursor } }"), "INVALID_CURSOR");
        assertBadInput(ranking(after + ", filter: {rankAtMost: 1}) { edges { cursor } }"), "INVALID_CURSOR");
        assertThat(ranking(after + ", filter: {scoreAtLeast: \"1.0\", rankAtMost: null}) { edges { cursor } }")
                        .at("errors"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            first: 0                  | INVALID_PAGE_SIZE
            first: 1001               | INVALID_PAGE_SIZE
            after: "x"                | INVALID_CURSOR
            after: "bm90IGEgY3Vyc29y" | INVALID_CURSOR
            """)
    void rejectsInvalidStandingsArguments(String arguments, String code) {
        assertBadInput(
                client.send(
                        "{ participant(ref: {external: {externalId: \"ann\"}}) { standings(" + arguments
                                + ") { edges { cursor } } } }",
                        Map.of()),
                code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            window(select: {relative: {definitionKey: "daily"}}) { ranking(group: {region: "eu"}) { entryCount } } \
                | UNKNOWN_GROUPING
            window(select: {relative: {definitionKey: "daily"}}) { ranking(group: {planet: "eu"}) { entryCount } } \
                | UNKNOWN_GROUPING
            window(select: {relative: {definitionKey: "daily"}}) { rankings(grouping: ["region"]) { edges { cursor } } } \
                | UNKNOWN_GROUPING
            window(select: {relative: {definitionKey: "daily"}}) { rankings(grouping: [], first: 0) { edges { cursor } } } \
                | INVALID_PAGE_SIZE
            window(select: {relative: {definitionKey: "daily"}}) { rankings(grouping: [], first: 1001) { edges { cursor } } } \
                | INVALID_PAGE_SIZE
            window(select: {relative: {definitionKey: "daily"}}) { rankings(grouping: [], after: "x") { edges { cursor } } } \
                | INVALID_CURSOR
            """)
    void rejectsInvalidGroup(String field, String code) {
        assertBadInput(client.send("{ leaderboard(key: \"one\") { " + field + " } }", Map.of()), code);
    }

    private static void assertBadInput(Answer answer, String code) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isEqualTo(code);
    }

    private Answer ranking(String field) {
        return client.send(
                "{ leaderboard(key: \"one\") { window(select: {relative: {definitionKey: \"daily\"}}) {" + " ranking { "
                        + field + " } } } }",
                Map.of());
    }
}
