package laurel.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.ranking.ModelOutcome.Accepted;
import laurel.ranking.ModelOutcome.Change;
import laurel.ranking.ModelOutcome.Refused;
import org.jspecify.annotations.Nullable;

/** What the model test asks of the service. */
final class ModelClient {
    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) {
              createLeaderboard(input: $input) { ... on Leaderboard { id } ... on Refusal { code message } } }
            """;
    private static final String RESULT = """
            fragment R on SubmitScoreResult {
              ... on ScoreReceipt { replayed closedWindows
                changes { window { name } previousScore score previousRank rank rankDelta } }
              ... on Refusal { code message }
            }
            """;
    private static final String SUBMIT =
            "mutation ($input: ScoreSubmissionInput!) { submitScore(input: $input) { ...R } }" + RESULT;
    private static final String SUBMIT_ALL = """
            mutation ($input: [ScoreSubmissionInput!]!) {
              submitScores(input: $input) { ... on ScoreBatch { accepted refused results { ...R } } } }
            """ + RESULT;

    private final GraphQLClient client;
    private final String board;

    ModelClient(GraphQLClient client, String board) {
        this.client = client;
        this.board = board;
    }

    /** A page as it came. */
    record PageOf<T>(
            List<T> items,
            boolean hasNext,
            boolean hasPrevious,
            @Nullable String start,
            @Nullable String end) {}

    void create(ModelRules rules) {
        client.ask(CREATE, Map.of("input", rules.input(board))).text("data", "createLeaderboard", "id");
    }

    ModelOutcome submit(ModelSubmission one) {
        return outcome(client.ask(SUBMIT, Map.of("input", one.input(board))).node("data", "submitScore"));
    }

    List<ModelOutcome> submit(List<ModelSubmission> batch) {
        var input = batch.stream().map(one -> one.input(board)).toList();
        return client.ask(SUBMIT_ALL, Map.of("input", input)).list("data", "submitScores", "results").stream()
                .map(ModelClient::outcome)
                .toList();
    }

    /**
     * The pages of a list from one of its ends to the other, in the order in which they were read.
     *
     * @param list    top or bottom
     * @param between done after each page
     */
    List<PageOf<ModelStanding>> walk(String window, String list, int size, boolean backwards, Runnable between) {
        List<PageOf<ModelStanding>> pages = new ArrayList<>();
        String cursor = null;
        do {
            var page = page(window, list, size, backwards, cursor);
            pages.add(page);
            cursor = backwards ? page.start : page.end;
            if (backwards ? !page.hasPrevious : !page.hasNext) {
                return pages;
            }
            between.run();
        } while (true);
    }

    private PageOf<ModelStanding> page(
            String window, String list, int size, boolean backwards, @Nullable String cursor) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(backwards ? "last" : "first", size);
        variables.put(backwards ? "before" : "after", cursor);
        Answer page = ranking(
                        window,
                        "($board: String!, $window: String!, $first: Int, $after: String, $last: Int, $before: String)",
                        "page: " + list + "(first: $first, after: $after, last: $last, before: $before) {"
                                + " edges { cursor node { ...S } }"
                                + " pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }",
                        variables)
                .node("page");
        return new PageOf<>(
                page.list("edges").stream()
                        .map(edge -> ModelStanding.of(edge.node("node")))
                        .toList(),
                page.at("pageInfo", "hasNextPage") == Boolean.TRUE,
                page.at("pageInfo", "hasPreviousPage") == Boolean.TRUE,
                (String) page.at("pageInfo", "startCursor"),
                (String) page.at("pageInfo", "endCursor"));
    }

    int total(String window) {
        return Integer.parseInt(ranking(window, "total").text("total"));
    }

    @Nullable
    ModelStanding standing(String window, String who) {
        Answer standing = ranking(window, "standing(participant: {id: \"" + who + "\"}) { ...S }")
                .node("standing");
        return standing.json() == null ? null : ModelStanding.of(standing);
    }

    /** A standing of which only these fields are asked for, so that nothing more is counted. */
    Answer standing(String window, String who, List<String> fields) {
        String document = "standing(participant: {id: \"" + who + "\"}) { " + String.join(" ", fields) + " }";
        return ranking(window, document).node("standing");
    }

    /** The first page, of which only these fields are asked for, from the worst. */
    List<Answer> bottom(String window, int size, List<String> fields) {
        String document = "bottom(first: " + size + ") { edges { node { " + String.join(" ", fields) + " } } }";
        return ranking(window, document).list("bottom", "edges").stream()
                .map(edge -> edge.node("node"))
                .toList();
    }

    List<ModelStanding> around(String window, String who, int above, int below, boolean refill) {
        String document = "around(participant: {id: \"%s\"}, above: %d, below: %d, refill: %s) { ...S }"
                .formatted(who, above, below, refill);
        return ranking(window, document).list("around").stream()
                .map(ModelStanding::of)
                .toList();
    }

    private Answer ranking(String window, String fields) {
        return ranking(window, "($board: String!, $window: String!)", fields, Map.of());
    }

    private Answer ranking(String window, String parameters, String fields, Map<String, @Nullable Object> variables) {
        Map<String, @Nullable Object> all = new HashMap<>(variables);
        all.put("board", board);
        all.put("window", window);
        String document = "query " + parameters
                + " { leaderboard(key: $board) { window(name: $window) { ranking { " + fields + " } } } }"
                + (fields.contains("...S") ? ModelStanding.FIELDS : "");
        return client.ask(document, all).node("data", "leaderboard", "window", "ranking");
    }

    private static ModelOutcome outcome(Answer answer) {
        if (answer.at("code") != null) {
            return new Refused(answer.text("code"));
        }
        List<Change> changes = answer.list("changes").stream()
                .map(change -> new Change(
                        change.text("window", "name"),
                        (String) change.at("previousScore"),
                        change.text("score"),
                        (Integer) change.at("previousRank"),
                        (Integer) change.at("rank"),
                        (Integer) change.at("rankDelta")))
                .toList();
        return new Accepted(
                answer.at("replayed") == Boolean.TRUE,
                changes,
                answer.list("closedWindows").stream()
                        .map(name -> String.valueOf(name.json()))
                        .toList());
    }
}
