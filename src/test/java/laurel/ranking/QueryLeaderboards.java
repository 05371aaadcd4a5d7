package laurel.ranking;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ranking.QueryOracle.OracleRow;

/** Two leaderboards with many ties: {@code high} (descending) and {@code low} (ascending). */
record QueryLeaderboards(LaurelServer server, GraphQLClient client) {
    private static final int FIELDS_OF_A_REQUEST = 20;

    /** Creates both with participants {@code who-0}, {@code who-1} and so on. */
    static QueryLeaderboards of(LaurelServer server, int participants) {
        var boards = new QueryLeaderboards(server, server.client());
        boards.create("high", "DESCENDING", participants, new Random(20250713));
        boards.create("low", "ASCENDING", participants, new Random(20250714));
        return boards;
    }

    private void create(String board, String order, int participants, Random random) {
        client.ask("mutation { createLeaderboard(input: {key: \"%s\", sortOrder: %s, decimals: 1}) { __typename } }"
                .formatted(board, order));
        List<Map<String, Object>> input = IntStream.range(0, participants)
                .<Map<String, Object>>mapToObj(n -> Map.of(
                        "leaderboardKey", board,
                        "participant", Map.of("externalId", "who-" + n),
                        "score", BigDecimal.valueOf(random.nextInt(12) - 3, 1),
                        "subscore", random.nextInt(3)))
                .toList();
        client.ask("""
                mutation ($input: [SubmitScoreInput!]!) {
                  submitScores(input: {items: $input}) { acceptedCount } }
                """, Map.of("input", input)).text("data", "submitScores", "acceptedCount");
    }

    List<OracleRow> all(String board) {
        return QueryOracle.all(server, board);
    }

    /** Returns a field of the ranking. */
    Answer ask(String board, String field) {
        return client.ask("{ leaderboard(key: \"" + board + "\") { window(select: {relative: {definitionKey:"
                        + " \"all-time\"}}) { ranking { " + field
                        + " } } } }")
                .node("data", "leaderboard", "window", "ranking");
    }

    /** Returns several fields of the ranking. */
    List<Answer> each(String board, List<String> fields) {
        List<Answer> answers = new ArrayList<>();
        for (int from = 0; from < fields.size(); from += FIELDS_OF_A_REQUEST) {
            int first = from;
            int end = Math.min(from + FIELDS_OF_A_REQUEST, fields.size());
            Answer some = ask(
                    board,
                    IntStream.range(first, end)
                            .mapToObj(n -> "_" + n + ": " + fields.get(n))
                            .collect(joining(" ")));
            IntStream.range(first, end).forEach(n -> answers.add(some.node("_" + n)));
        }
        return answers;
    }
}
