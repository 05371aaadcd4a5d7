package laurel.season;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import org.jspecify.annotations.Nullable;

/** Changes seasons, submits scores and reads standings. */
public record SeasonClient(LaurelServer server) {
    private static final String SEASON = """
            fragment S on Season { id number name startsAt endsAt startedAt retainPrevious carryOver state
              leaderboard { version } window { id name startsAt endsAt finalizesAt state } }
            """;
    private static final String CHANGED = SEASON;
    private static final String STANDS = """
            query ($board: String!, $window: String!, $group: GroupValues) {
              leaderboard(key: $board) { window(select: {name: {name: $window}}) { ranking(group: $group) {
                standings(first: 1000) { edges { node { score rank participant { externalId } } } } } } } }
            """;

    public GraphQLClient graphQL() {
        return server.client();
    }

    /**
     * Creates a leaderboard.
     *
     * @param fields of the input, in GraphQL: {@code windowDefinitions: [{kind: SEASON}]}
     */
    public void create(String board, String fields) {
        graphQL()
                .ask("mutation { createLeaderboard(input: {key: \"" + board + "\", " + fields
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Starts or plans a season at the current version, and returns it, or the error. */
    public Answer start(String board, Map<String, ?> fields) {
        return start(board, version(board), fields);
    }

    public Answer start(String board, int version, Map<String, ?> fields) {
        Map<String, Object> more = new HashMap<>(fields);
        more.put("leaderboardKey", board);
        return change("startSeason", "StartSeasonInput", version, more);
    }

    public Answer update(String board, int number, Map<String, ?> fields) {
        Map<String, Object> more = new HashMap<>(fields);
        more.put("seasonId", id(board, number));
        return change("updateSeason", "UpdateSeasonInput", version(board), more);
    }

    public Answer end(String board, Map<String, ?> fields) {
        return end(board, version(board), fields);
    }

    public Answer end(String board, int version, Map<String, ?> fields) {
        Map<String, Object> more = new HashMap<>(fields);
        more.put("seasonId", id(board, running(board)));
        return change("endSeason", "EndSeasonInput", version, more);
    }

    /** Cancels a season. Returns null, or the error code. */
    @Nullable
    public Object cancel(String board, int number) {
        return cancel(board, id(board, number));
    }

    /** Cancels the season with an ID. */
    @Nullable
    public Object cancel(String board, String id) {
        Map<String, Object> input = Map.of("seasonId", id, "expectedVersion", version(board));
        return graphQL()
                .ask(
                        "mutation ($input: CancelSeasonInput!) { cancelSeason(input: $input) {"
                                + " deletedSeasonId leaderboard { version } errors { code } } }",
                        Map.of("input", input))
                .at("data", "cancelSeason", "errors", 0, "code");
    }

    private Answer change(String mutation, String type, int version, Map<String, Object> fields) {
        fields.put("expectedVersion", version);
        return graphQL()
                .ask(
                        "mutation ($input: " + type + "!) { " + mutation
                                + "(input: $input) { season { ...S } errors { code message path } } } " + CHANGED,
                        Map.of("input", fields))
                .node("data", mutation)
                .changed("season");
    }

    /** Returns the ID of a season; that of an unknown one if there is none with this number. */
    String id(String board, int number) {
        Object id = ask(board, "season(number: " + number + ") { id }").at("id");
        return id != null
                ? id.toString()
                : server.id("Season", server.read(ask(board, "id").text()).board(), 1_000_000);
    }

    /** Returns the number of the last started season; 1 if none was started. */
    private int running(String board) {
        return ask(board, "seasons(first: 1000) { nodes { number startedAt } }").list("nodes").stream()
                .filter(season -> season.at("startedAt") != null)
                .mapToInt(season -> Integer.parseInt(season.text("number")))
                .max()
                .orElse(1);
    }

    public int version(String board) {
        return Integer.parseInt(ask(board, "version").text());
    }

    /** Queries fields of a leaderboard, and returns the first. */
    public Answer ask(String board, String selection) {
        String field = selection.split("\\W", 2)[0];
        return graphQL()
                .ask(
                        "query ($board: String!) { leaderboard(key: $board) { " + selection + " } }"
                                + (selection.contains("...S") ? SEASON : ""),
                        Map.of("board", board))
                .node("data", "leaderboard", field);
    }

    public Answer season(String board, int number) {
        return ask(board, "season(number: " + number + ") { ...S }");
    }

    /** Submits a score and returns the receipt or the error. */
    public Answer submit(String board, String who, Object score, Map<String, ?> fields) {
        Map<String, Object> input = new HashMap<>(fields);
        input.putAll(Map.of("leaderboardKey", board, "participant", Map.of("externalId", who), "score", score));
        return graphQL()
                .ask("""
                mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
                  receipt { submission { id } closedWindows changes { window { name } } }
                  errors { code message } } }
                """, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }

    /** Submits a score and returns the names of the windows that accepted it. */
    public List<String> acceptingWindows(String board, String who, Object score, Map<String, ?> fields) {
        Answer answer = submit(board, who, score, fields);
        List<String> names = new ArrayList<>();
        answer.list("changes").forEach(change -> names.add(change.text("window", "name")));
        return names.stream().distinct().toList();
    }

    /** Returns scores by participant, best first; empty for a deleted ranking. */
    public Map<String, String> scores(String board, String window, Map<String, String> group) {
        Answer ranking = graphQL()
                .ask(STANDS, Map.of("board", board, "window", window, "group", group))
                .node("data", "leaderboard", "window", "ranking");
        Map<String, String> scores = new LinkedHashMap<>();
        if (ranking.json() != null) {
            ranking.list("standings", "edges")
                    .forEach(edge ->
                            scores.put(edge.text("node", "participant", "externalId"), edge.text("node", "score")));
        }
        return scores;
    }

    public Map<String, String> scores(String board, String window) {
        return scores(board, window, Map.of());
    }
}
