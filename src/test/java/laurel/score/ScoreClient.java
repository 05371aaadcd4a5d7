package laurel.score;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Submits scores and reads what stands. */
record ScoreClient(GraphQLClient graphQL) {
    private static final String RESULT = """
            fragment R on SubmitScoreResult {
              ... on ScoreReceipt { replayed closedWindows submission { id participant { id externalId } }
                changes { window { name } previousScore score previousRank rank rankChange } }
              ... on Refusal { code message path }
            }
            """;
    private static final String SUBMIT =
            "mutation ($input: ScoreSubmissionInput!) { submitScore(input: $input) { ...R } }" + RESULT;
    private static final String SUBMIT_ALL = """
            mutation ($input: [ScoreSubmissionInput!]!) { submitScores(input: $input) {
              ... on ScoreBatch { accepted refused results { ...R } } ... on Refusal { code message path } } }
            """ + RESULT;
    private static final String STANDS = """
            query ($board: String!, $window: String!) { leaderboard(key: $board) { window(name: $window) {
              ranking { entryCount standings(first: 1000) { edges { node { score participant { externalId } } } } } } } }
            """;

    /** A submission's input. */
    static Map<String, Object> score(String board, String who, Object score) {
        return Map.of("leaderboard", board, "participant", Map.of("externalId", who), "score", score);
    }

    /** The same with one field more, or another. */
    static Map<String, Object> with(Map<String, Object> input, String field, Object value) {
        Map<String, Object> more = new HashMap<>(input);
        more.put(field, value);
        return more;
    }

    void create(String board, String mode, String windows) {
        graphQL.ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, windows: [%s]}) {
                  ... on Leaderboard { id } ... on Refusal { code message } } }
                """.formatted(board, mode, windows)).text("data", "createLeaderboard", "id");
    }

    /** What became of one, which may not be an error. */
    Answer submit(Map<String, Object> input) {
        return graphQL.ask(SUBMIT, Map.of("input", input)).node("data", "submitScore");
    }

    /** The same among many writers. */
    Answer submitUntilTaken(Map<String, Object> input) {
        return graphQL.sendUntilTaken(SUBMIT, Map.of("input", input)).node("data", "submitScore");
    }

    /** The same, errors and all. */
    Answer send(Map<String, Object> input) {
        return graphQL.send(SUBMIT, Map.of("input", input));
    }

    /** What became of a batch, which may not be an error. */
    Answer submitAll(List<Map<String, Object>> input) {
        return graphQL.ask(SUBMIT_ALL, Map.of("input", input)).node("data", "submitScores");
    }

    /** The same among many writers. */
    Answer submitAllUntilTaken(List<Map<String, Object>> input) {
        return graphQL.sendUntilTaken(SUBMIT_ALL, Map.of("input", input)).node("data", "submitScores");
    }

    /** Scores by participant. */
    Map<String, String> stands(String board, String window) {
        Answer ranking = graphQL.ask(STANDS, Map.of("board", board, "window", window))
                .node("data", "leaderboard", "window", "ranking");
        return ranking.list("standings", "edges").stream()
                .map(edge -> edge.node("node"))
                .collect(Collectors.toMap(node -> node.text("participant", "externalId"), node -> node.text("score")));
    }
}
