package laurel.season;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** Sets seasons, submits to them and reads what stands. */
record SeasonClient(GraphQLClient graphQL) {
    private static final String SEASON = """
            fragment S on Season { number name startsAt endsAt startedAt archivePrevious carry state
              leaderboard { version } window { id name startsAt endsAt finalizesAt state } }
            """;
    private static final String CHANGED = SEASON + "fragment R on Refusal { code message path }";
    private static final String STANDS = """
            query ($board: String!, $window: String!, $group: GroupValues) {
              leaderboard(key: $board) { window(select: {name: {name: $window}}) { ranking(group: $group) {
                standings(first: 1000) { edges { node { score rank participant { externalId } } } } } } } }
            """;

    /** @param fields of the input, in GraphQL: {@code windowDefinitions: [{kind: SEASON}]} */
    void create(String board, String fields) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", " + fields
                        + "}) { ... on Leaderboard { id } ... on Refusal { code message } } }")
                .text("data", "createLeaderboard", "id");
    }

    /** The season that was started or planned, or why there is none; by the board's present version. */
    Answer start(String board, Map<String, ?> fields) {
        return start(board, version(board), fields);
    }

    Answer start(String board, int version, Map<String, ?> fields) {
        return change("startSeason", "StartSeasonInput", board, version, fields);
    }

    Answer update(String board, int number, Map<String, ?> fields) {
        Map<String, Object> more = new HashMap<>(fields);
        more.put("number", number);
        return change("updateSeason", "UpdateSeasonInput", board, version(board), more);
    }

    Answer end(String board, Map<String, ?> fields) {
        return end(board, version(board), fields);
    }

    Answer end(String board, int version, Map<String, ?> fields) {
        return change("endSeason", "EndSeasonInput", board, version, fields);
    }

    /** Null where it was cancelled, else the refusal's code. */
    @Nullable
    Object cancel(String board, int number) {
        Map<String, Object> input = Map.of("leaderboard", board, "version", version(board), "number", number);
        return graphQL.ask(
                        "mutation ($input: CancelSeasonInput!) { cancelSeason(input: $input) {"
                                + " ... on Leaderboard { version } ... on Refusal { code } } }",
                        Map.of("input", input))
                .at("data", "cancelSeason", "code");
    }

    private Answer change(String mutation, String type, String board, int version, Map<String, ?> fields) {
        Map<String, Object> input = new HashMap<>(fields);
        input.put("leaderboard", board);
        input.put("version", version);
        return graphQL.ask(
                        "mutation ($input: " + type + "!) { " + mutation + "(input: $input) { ...S ...R } } " + CHANGED,
                        Map.of("input", input))
                .node("data", mutation);
    }

    int version(String board) {
        return Integer.parseInt(ask(board, "version").text());
    }

    /** A selection of a board's fields: what the first of them is. */
    Answer ask(String board, String selection) {
        String field = selection.split("\\W", 2)[0];
        return graphQL.ask(
                        "query ($board: String!) { leaderboard(key: $board) { " + selection + " } }"
                                + (selection.contains("...S") ? SEASON : ""),
                        Map.of("board", board))
                .node("data", "leaderboard", field);
    }

    Answer season(String board, int number) {
        return ask(board, "season(number: " + number + ") { ...S }");
    }

    /** What became of a score: its receipt or refusal. */
    Answer submit(String board, String who, Object score, Map<String, ?> fields) {
        Map<String, Object> input = new HashMap<>(fields);
        input.putAll(Map.of("leaderboardKey", board, "participant", Map.of("externalId", who), "score", score));
        return graphQL.ask("""
                mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
                  receipt { submission { id } closedWindows changes { window { name } } }
                  errors { code message } } }
                """, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }

    /** Names of the windows that took a score. */
    List<String> takers(String board, String who, Object score, Map<String, ?> fields) {
        Answer answer = submit(board, who, score, fields);
        List<String> names = new ArrayList<>();
        answer.list("changes").forEach(change -> names.add(change.text("window", "name")));
        return names.stream().distinct().toList();
    }

    /** Scores by participant, best first; a ranking that is gone has none. */
    Map<String, String> stands(String board, String window, Map<String, String> group) {
        Answer ranking = graphQL.ask(STANDS, Map.of("board", board, "window", window, "group", group))
                .node("data", "leaderboard", "window", "ranking");
        Map<String, String> stands = new LinkedHashMap<>();
        if (ranking.json() != null) {
            ranking.list("standings", "edges")
                    .forEach(edge ->
                            stands.put(edge.text("node", "participant", "externalId"), edge.text("node", "score")));
        }
        return stands;
    }

    Map<String, String> stands(String board, String window) {
        return stands(board, window, Map.of());
    }
}
