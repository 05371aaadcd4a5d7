package laurel.ranking;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests for more metadata than a response may contain. */
class LargePageTest {
    private static final String SUBMIT =
            "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { acceptedCount } }";

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-07T14:30:00Z")),
                Map.of("laurel.limits.response-size", 1_000_000));
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: ALL_TIME}]}) { __typename } }");
        for (int part = 0; part < 4; part++) {
            submit(part * 250, part * 250 + 250);
        }
    }

    private static void submit(int from, int to) {
        List<Map<String, Object>> input = IntStream.range(from, to)
                .mapToObj(i -> Map.<String, Object>of(
                        "leaderboardKey", "board",
                        "participant", Map.of("externalId", "p" + i, "metadata", Map.of("text", "x".repeat(1_500))),
                        "score", Integer.toString(i),
                        "metadata", Map.of("text", "x".repeat(500))))
                .toList();
        assertThat(client.ask(SUBMIT, Map.of("input", input)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(to - from);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void returnsPageWithinTheLimit() {
        Answer answer = client.ask(tops(1));
        assertThat(answer.list("data", "leaderboard", "window", "ranking", "a0", "edges"))
                .hasSize(1_000);
    }

    @Test
    void rejectsLargerPageAndNamesTheLimit() {
        for (int aliases : new int[] {2, 50}) {
            Answer answer = client.send(tops(aliases), Map.of());
            assertThat(answer.at("data")).isNull();
            assertThat(answer.list("errors")).hasSize(1);
            assertThat(answer.text("errors", 0, "extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
            assertThat(answer.text("errors", 0, "message")).contains("laurel.limits.response-size");
        }
    }

    @Test
    void countsParticipantsOfAPage() {
        Answer answer = client.send(top("participant { externalId }"), Map.of());
        assertThat(answer.at("data")).isNull();
        assertThat(answer.text("errors", 0, "extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
        assertThat(answer.text("errors", 0, "message")).contains("laurel.limits.response-size");
    }

    @Test
    void countsSubmissionsOfAPage() {
        assertThat(client.send(top("submission { id } submissions(first: 1) { edges { node { id } } }"), Map.of())
                        .text("errors", 0, "extensions", "code"))
                .isEqualTo("LIMIT_EXCEEDED");
    }

    private static String top(String fields) {
        return "{ leaderboard(key: \"board\") { window(select: {relative: {definitionKey: \"all-time\"}}) {"
                + " ranking { standings(first: 1000) { edges { node { "
                + fields + " } } } } } } }";
    }

    /** Returns queries for different pages, so that each is read. */
    private static String tops(int aliases) {
        return "{ leaderboard(key: \"board\") { window(select: {relative: {definitionKey: \"all-time\"}}) { ranking { "
                + IntStream.range(0, aliases)
                        .mapToObj(i ->
                                "a" + i + ": standings(first: " + (1_000 - i) + ") { edges { node { metadata } } } ")
                        .collect(joining())
                + "} } } }";
    }
}
