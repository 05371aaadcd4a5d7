package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ScoreGraphQLTest {
    private static final String SUBMIT = """
            mutation ($input: ScoreSubmissionInput!) {
              submitScore(input: $input) {
                ... on ScoreSubmission {
                  score replayed closedWindows
                  changes { window { name kind } previousScore score previousRank rank rankDelta }
                }
                ... on Refusal { code message path }
              }
            }
            """;
    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aScoreCountsInEveryWindowAndTheReplyTellsTheRanks() {
        client.ask("""
                mutation { createLeaderboard(input: {key: "runs", windows: [
                  {kind: HOURLY}, {kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}, {kind: ALL_TIME}]}) {
                  ... on Leaderboard { id key } ... on Refusal { code message } } }
                """);
        var first = client.ask(SUBMIT, Map.of("input", submission("runs", "ann", "10")));
        System.out.println(first);
        var second = client.ask(SUBMIT, Map.of("input", submission("runs", "bob", 12)));
        System.out.println(second);
        var top = client.ask("""
                { leaderboard(key: "runs") { window(kind: DAILY) { name state ranking { total
                  top { edges { node {
                    rank denseRank position percentRank percentile score participant { externalId } } } }
                  standing(participant: {id: "ann"}) { rank denseRank position percentile }
                  around(participant: {id: "ann"}) { rank position participant { externalId } }
                  bottom(first: 1) { edges { node { rank position participant { externalId } } }
                                     pageInfo { hasNextPage } }
                } } } }
                """);
        System.out.println(top);
        assertThat(second.at("data", "submitScore", "changes", 0, "rank")).isEqualTo(1);
    }

    private static Map<String, Object> submission(String board, String who, Object score) {
        return Map.of("leaderboard", board, "participant", Map.of("id", who), "score", score);
    }
}
