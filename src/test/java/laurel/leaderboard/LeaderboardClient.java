package laurel.leaderboard;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** Creates leaderboards, submits scores and reads standings. */
public record LeaderboardClient(GraphQLClient graphQL) {
    private static final String BOARD = """
            fragment B on Leaderboard { id key name description metadata entityTypes sortOrder updateMode decimals
              minScore maxScore tieRule timeZone groupings windowDefinitions { kind } clock visibility version
              createdAt updatedAt archivedAt }
            """;

    /** Creates a leaderboard from {@code {"key": ..., ...}} and returns it, or the error. */
    public Answer create(Map<String, ?> input) {
        return mutate("createLeaderboard", input);
    }

    /** Changes a leaderboard and returns it, or the error. */
    public Answer update(Map<String, ?> input) {
        return mutate("updateLeaderboard", input);
    }

    /** Changes a leaderboard by these fields. */
    public Answer update(String key, int version, Map<String, ?> fields) {
        Map<String, Object> input = new HashMap<>(fields);
        input.put("leaderboardKey", key);
        input.put("expectedVersion", version);
        return update(input);
    }

    public Answer archive(String key) {
        return mutate("archiveLeaderboard", Map.of("leaderboardKey", key));
    }

    public Answer unarchive(String key) {
        return mutate("unarchiveLeaderboard", Map.of("leaderboardKey", key));
    }

    /** Deletes a leaderboard and returns it, or the error. */
    Answer delete(String key, int version) {
        return graphQL.ask(
                        "mutation ($input: DeleteLeaderboardInput!) { deleteLeaderboard(input: $input) {"
                                + " deletedLeaderboardId errors { code message path } } }",
                        Map.of("input", Map.of("leaderboardKey", key, "expectedVersion", version)))
                .node("data", "deleteLeaderboard")
                .changed("deletedLeaderboardId");
    }

    /** Returns the keys of leaderboards that match a filter. */
    List<String> list(Map<String, ?> filter) {
        return graphQL
                .ask(
                        "query ($filter: LeaderboardFilter!) { leaderboards(first: 1000, filter: $filter) {"
                                + " edges { node { key } } } }",
                        Map.of("filter", filter))
                .list("data", "leaderboards", "edges")
                .stream()
                .map(edge -> edge.text("node", "key"))
                .toList();
    }

    /** Returns null if there is none. */
    public Answer board(String key) {
        return graphQL.ask("query ($key: String!) { leaderboard(key: $key) { ...B } } " + BOARD, Map.of("key", key))
                .node("data", "leaderboard");
    }

    /** Submits a score. Returns null if it was accepted, else the error code. */
    @Nullable
    public Object submit(String board, String who, Object score) {
        Map<String, Object> input =
                Map.of("leaderboardKey", board, "participant", Map.of("externalId", who), "score", score);
        return graphQL.ask(
                        "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {" + " errors { code } } }",
                        Map.of("input", input))
                .at("data", "submitScore", "errors", 0, "code");
    }

    /** Returns scores by participant, best first. */
    public Map<String, String> scores(String board, String window) {
        Answer ranking = graphQL.ask(
                        "query ($b: String!, $w: String!) { leaderboard(key: $b) { window(select: {name: {name: $w}}) { ranking {"
                                + " standings(first: 1000) { edges { node { score participant { externalId } } } } } } } }",
                        Map.of("b", board, "w", window))
                .node("data", "leaderboard", "window", "ranking");
        Map<String, String> scores = new LinkedHashMap<>();
        for (Answer edge : ranking.list("standings", "edges")) {
            scores.put(edge.text("node", "participant", "externalId"), edge.text("node", "score"));
        }
        return scores;
    }

    /** Returns the names of the windows of a kind, newest first. */
    public List<String> windows(String board, String kind) {
        return graphQL
                .ask(
                        "query ($b: String!) { leaderboard(key: $b) { windows(definitionKey:"
                                + " \"" + WindowKind.valueOf(kind).key() + "\") {"
                                + " edges { node { name } } } } }",
                        Map.of("b", board))
                .list("data", "leaderboard", "windows", "edges")
                .stream()
                .map(edge -> edge.text("node", "name"))
                .toList();
    }

    private Answer mutate(String mutation, Map<String, ?> input) {
        String type = mutation.substring(0, 1).toUpperCase(Locale.ROOT) + mutation.substring(1) + "Input!";
        return graphQL.ask(
                        "mutation ($input: " + type + ") { " + mutation
                                + "(input: $input) { leaderboard { ...B } errors { code message path } } } " + BOARD,
                        Map.of("input", input))
                .node("data", mutation)
                .changed("leaderboard");
    }
}
