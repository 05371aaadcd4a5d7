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
import org.junit.jupiter.params.provider.ValueSource;

/** Filters, positions, groups and friends that cannot be: told what is wrong. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadFilterTest {
    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        client.ask("mutation { createLeaderboard(input: {key: \"one\", windows: [{kind: DAILY}]}) { __typename } }");
        for (String who : List.of("ann", "bob", "cem")) {
            client.ask("mutation { submitScore(input: {leaderboard: \"one\", participant: {id: \"" + who
                    + "\"}, score: 1}) { __typename } }");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top(fromPosition: 0) { edges { cursor } }",
                "bottom(fromPosition: -1) { edges { cursor } }",
                "top(fromPosition: 1, last: 1) { edges { cursor } }",
                "top(fromPosition: 1, after: \"x\") { edges { cursor } }",
                "top(fromPosition: 1, before: \"x\") { edges { cursor } }",
                "top(where: {rankAtMost: 0}) { edges { cursor } }",
                "top(where: {rankAtLeast: -1}) { edges { cursor } }",
                "top(where: {scoreAbove: \"NaN\"}) { edges { cursor } }",
                "top(where: {scoreAbove: 0.5}) { edges { cursor } }",
                "top(where: {scoreBelow: 1e99}) { edges { cursor } }",
                "count(where: {scoreAtMost: \"\"})",
                "count(where: {rankAtMost: 0})",
                "rankOf(score: \"x\")",
                "rankOf(score: 9223372036854775808)",
                "standingAt { rank }",
                "standingAt(position: 1, percentile: 1) { rank }",
                "standingAt(position: 0) { rank }",
                "standingAt(percentile: -0.1) { rank }",
                "standingAt(percentile: 100.1) { rank }",
            })
    void aQuestionThatCannotBeAsked(String field) {
        assertBadInput(ranking(field));
    }

    @Test
    void moreFriendsThanAPageTakes() {
        String document =
                "query ($who: [ParticipantInput!]!) { leaderboard(key: \"one\") { window(kind: DAILY) { ranking"
                        + " { among(participants: $who) { rank } } } } }";
        List<Map<String, String>> many = IntStream.range(0, 1_001)
                .mapToObj(n -> Map.of("id", "who-" + n))
                .toList();
        assertBadInput(client.send(document, Map.of("who", many)));
        assertThat(client.send(document, Map.of("who", many.subList(0, 1_000))).at("errors"))
                .isNull();
    }

    @Test
    void moreEarlierMomentsThanARequestTakes() {
        Answer answer = ranking("top { edges { node { "
                + IntStream.range(0, 5)
                        .mapToObj(n -> "m%1$d: movement(since: \"2025-07-1%1$dT00:00:00Z\") { rank } ".formatted(n))
                        .collect(Collectors.joining())
                + "} } }");
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
    }

    /** A cursor belongs to its filter, however that is written. */
    @Test
    void aCursorOfAnotherFilter() {
        String cursor = ranking("top(first: 1, where: {scoreAtLeast: 1}) { pageInfo { endCursor } }")
                .text("data", "leaderboard", "window", "ranking", "top", "pageInfo", "endCursor");
        String after = "top(after: \"" + cursor + "\"";
        assertBadInput(ranking(after + ") { edges { cursor } }"));
        assertBadInput(ranking(after + ", where: {}) { edges { cursor } }"));
        assertBadInput(ranking(after + ", where: {scoreAtMost: 1}) { edges { cursor } }"));
        assertBadInput(ranking(after + ", where: {rankAtMost: 1}) { edges { cursor } }"));
        assertThat(ranking(after + ", where: {scoreAtLeast: \"1.0\", rankAtMost: null}) { edges { cursor } }")
                        .at("errors"))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first: 0", "first: 1001", "after: \"x\"", "after: \"bm90IGEgY3Vyc29y\""})
    void standingsThatCannotBeAskedFor(String arguments) {
        assertBadInput(client.send(
                "{ participant(participant: {id: \"ann\"}) { standings(" + arguments + ") { edges { cursor } } } }",
                Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window(kind: DAILY) { ranking(group: [{attribute: \"region\", value: \"eu\"}]) { total } }",
                "window(kind: DAILY) { ranking(group: [{attribute: \"\\u0000\", value: \"eu\"}]) { total } }",
                "window(kind: DAILY) { rankings(grouping: [\"region\"]) { edges { cursor } } }",
                "window(kind: DAILY) { rankings(grouping: [], first: 0) { edges { cursor } } }",
                "window(kind: DAILY) { rankings(grouping: [], first: 1001) { edges { cursor } } }",
                "window(kind: DAILY) { rankings(grouping: [], after: \"x\") { edges { cursor } } }",
            })
    void aGroupThatCannotBeAskedFor(String field) {
        assertBadInput(client.send("{ leaderboard(key: \"one\") { " + field + " } }", Map.of()));
    }

    private static void assertBadInput(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isIn(
                        "INVALID_ARGUMENT",
                        "INVALID_PAGE_SIZE",
                        "INVALID_CURSOR",
                        "UNKNOWN_GROUPING",
                        "UNKNOWN_WINDOW_DEFINITION");
    }

    private Answer ranking(String field) {
        return client.send(
                "{ leaderboard(key: \"one\") { window(kind: DAILY) { ranking { " + field + " } } } }", Map.of());
    }
}
