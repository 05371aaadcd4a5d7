package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.ranking.model.ModelPage.Source;
import org.jspecify.annotations.Nullable;

/** What the model test asks of a board. */
record ModelReader(GraphQLClient client, String board, ModelIds ids) {
    private static final String WINDOW =
            "query ($board: String!, $window: String!) { leaderboard(key: $board) { window(select: {name: {name: $window}}) {";
    private static final String PAGE = WINDOW.replace(
            "$window: String!", "$window: String!, $first: Int, $after: String, $last: Int, $before: String");
    private static final String PAGE_ON =
            WINDOW.replace("$window: String!", "$window: String!, $first: Int!, $after: String");
    private static final String CURSOR = "first: $first, after: $after, last: $last, before: $before";

    /** Asks everything of several rankings of a window in one request; each question must get its answer. */
    void check(Map<ModelRanking, List<ModelQuestion>> asked) {
        List<ModelRanking> rankings = List.copyOf(asked.keySet());
        StringBuilder document = new StringBuilder();
        for (int r = 0; r < rankings.size(); r++) {
            document.append("r%d: %s {".formatted(r, ranking(rankings.get(r))));
            List<ModelQuestion> questions = asked.getOrDefault(rankings.get(r), List.of());
            for (int q = 0; q < questions.size(); q++) {
                document.append(" q%d: %s\n".formatted(q, questions.get(q).text()));
            }
            document.append("}\n");
        }
        Answer window = window(rankings.getFirst().window(), WINDOW, document.toString(), Map.of());
        for (int r = 0; r < rankings.size(); r++) {
            compare(window.node("r" + r), rankings.get(r), asked.getOrDefault(rankings.get(r), List.of()));
        }
    }

    private void compare(Answer ranking, ModelRanking about, List<ModelQuestion> questions) {
        for (int q = 0; q < questions.size(); q++) {
            ModelQuestion question = questions.get(q);
            assertThat(question.read().apply(ranking.node("q" + q), ids))
                    .as("%s %s %s of %s", about.window().name(), about.group(), question.text(), about.rules())
                    .isEqualTo(question.expected());
        }
    }

    /** Whether the board has or had this window. */
    boolean has(ModelSpan window) {
        return client.ask(WINDOW + " name } } }", Map.of("board", board, "window", window.name()))
                        .at("data", "leaderboard", "window")
                != null;
    }

    /** The percentile of each in a ranking, best first and to the last digit. */
    List<Double> percentiles(ModelRanking of) {
        String fields = ranking(of) + " { standings(first: 1000) { edges { node { percentile } } } }";
        return window(of.window(), WINDOW, fields, Map.of()).list("ranking", "standings", "edges").stream()
                .map(edge -> Double.valueOf(edge.text("node", "percentile")))
                .toList();
    }

    /** How many stand in a group. Null where it has no ranking. */
    @Nullable
    Object total(ModelSpan window, ModelGroup group) {
        return window(window, WINDOW, "ranking(group: " + group.text() + ") { entryCount }", Map.of())
                .at("ranking", "entryCount");
    }

    /**
     * The pages of a list.
     *
     * @param order   a constant of RankingOrder
     * @param filter  null is none
     * @param between done after each page
     */
    List<ModelPage<ModelStanding>> walk(
            ModelRanking of,
            String order,
            @Nullable ModelFilter filter,
            int size,
            boolean backwards,
            Runnable between) {
        String where = filter == null ? "" : ", filter: " + filter.text();
        String fields = "%s { list: standings(order: %s, %s%s) { edges { node { ...S } } %s } }"
                .formatted(ranking(of), order, CURSOR, where, ModelPage.FIELDS);
        Source source = cursor ->
                page(of.window(), PAGE, fields, size, backwards, cursor).node("ranking", "list");
        return ModelPage.walk(source, backwards, node -> ModelStanding.told(node, ids), between);
    }

    /** The groups of a grouping, page by page, each with how many stand in it. */
    List<ModelPage<Map.Entry<ModelGroup, Integer>>> groups(ModelSpan window, List<String> grouping, int size) {
        String names = grouping.stream().map(ModelGroup::quoted).toList().toString();
        String fields = "rankings(grouping: " + names + ", first: $first, after: $after) {"
                + " edges { node { group { values } entryCount } }" + ModelPage.FIELDS + "}";
        Source source =
                cursor -> page(window, PAGE_ON, fields, size, false, cursor).node("rankings");
        return ModelPage.walk(
                source,
                false,
                node -> Map.entry(ModelGroup.told(node.node("group")), Integer.valueOf(node.text("entryCount"))),
                () -> {});
    }

    /** What counted for somebody, page by page. */
    List<ModelPage<ModelFact>> submissions(ModelRanking of, String who, int size) {
        String fields = "%s { %s { submissions(first: $first, after: $after) { edges { node { ...F } } %s } } }"
                .formatted(ranking(of), PlaceQuestions.standing(who), ModelPage.FIELDS);
        Source source = cursor ->
                page(of.window(), PAGE_ON, fields, size, false, cursor).node("ranking", "standing", "submissions");
        return ModelPage.walk(source, false, node -> ModelFact.told(node, ids), () -> {});
    }

    private Answer page(
            ModelSpan window, String query, String fields, int size, boolean backwards, @Nullable String cursor) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(backwards ? "last" : "first", size);
        variables.put(backwards ? "before" : "after", cursor);
        return window(window, query, fields, variables);
    }

    private Answer window(ModelSpan window, String query, String fields, Map<String, @Nullable Object> variables) {
        Map<String, @Nullable Object> all = new HashMap<>(variables);
        all.put("board", board);
        all.put("window", window.name());
        String document = query
                + fields
                + " } } }"
                + (fields.contains("...S") ? ModelStanding.FIELDS : "")
                + (fields.contains("...F") ? ModelFact.FIELDS : "");
        return client.ask(document, all).node("data", "leaderboard", "window");
    }

    /** Everyone's is the one that is asked for without a group. */
    private static String ranking(ModelRanking ranking) {
        return ranking.group().isEveryone()
                ? "ranking"
                : "ranking(group: " + ranking.group().text() + ")";
    }
}
