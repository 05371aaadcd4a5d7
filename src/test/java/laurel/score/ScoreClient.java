package laurel.score;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Submits scores and reads standings over HTTP. */
public record ScoreClient(GraphQLClient graphQL) {
    private static final String RESULT = """
            receipt { status closedWindows submission { id participant { id externalId } }
              changes { window { name } previousScore score previousRank rank rankChange } }
            errors { code message path }
            """;
    private static final String SUBMIT =
            "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { " + RESULT + " } }";
    private static final String SUBMIT_ALL = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) {
              acceptedCount failedCount errors { code message path } results { index
            """ + RESULT + " } } }";
    private static final String STANDINGS = """
            query ($board: String!, $window: String!) { leaderboard(key: $board) { window(select: {name: {name: $window}}) {
              ranking { entryCount standings(first: 1000) { edges { node { score participant { externalId } } } } } } } }
            """;

    /** Returns the input of a submission. */
    public static Map<String, Object> score(String board, String participant, Object score) {
        return Map.of("leaderboardKey", board, "participant", Map.of("externalId", participant), "score", score);
    }

    /** Returns a copy of the input with a field set. */
    public static Map<String, Object> with(Map<String, Object> input, String field, Object value) {
        Map<String, Object> more = new HashMap<>(input);
        more.put(field, value);
        return more;
    }

    public void create(String board, String mode, String windows) {
        graphQL.ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, windowDefinitions: [%s]}) {
                  leaderboard { id } errors { code message } } }
                """.formatted(board, mode, windows)).text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Returns the receipt of a submission, or its error. */
    public Answer submit(Map<String, Object> input) {
        return graphQL.ask(SUBMIT, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }

    /** Like {@link #submit}, but repeats the request while it fails as UNAVAILABLE. */
    Answer submitWithRetries(Map<String, Object> input) {
        return graphQL.sendWithRetries(SUBMIT, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }

    /** Returns the whole response, with errors. */
    public Answer send(Map<String, Object> input) {
        return graphQL.send(SUBMIT, Map.of("input", input));
    }

    /** Returns the payload of a batch. */
    public Answer submitAll(List<Map<String, Object>> input) {
        return graphQL.ask(SUBMIT_ALL, Map.of("input", input)).node("data", "submitScores");
    }

    /** Like {@link #submitAll}, but repeats the request while it fails as UNAVAILABLE. */
    Answer submitAllWithRetries(List<Map<String, Object>> input) {
        return graphQL.sendWithRetries(SUBMIT_ALL, Map.of("input", input)).node("data", "submitScores");
    }

    /** Returns scores by participant. */
    public Map<String, String> scores(String board, String window) {
        Answer ranking = graphQL.ask(STANDINGS, Map.of("board", board, "window", window))
                .node("data", "leaderboard", "window", "ranking");
        return ranking.list("standings", "edges").stream()
                .map(edge -> edge.node("node"))
                .collect(Collectors.toMap(node -> node.text("participant", "externalId"), node -> node.text("score")));
    }
}
