package laurel.ranking.model.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelIds;
import laurel.ranking.model.leaderboard.ModelLedgerEntry;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelStanding;
import laurel.ranking.model.leaderboard.ModelWindow;
import laurel.ranking.model.query.ModelPage.PageSource;
import org.jspecify.annotations.Nullable;

/** Sends the queries of the model test. */
public record ModelReader(GraphQLClient client, String board, ModelIds ids) {
    private static final String WINDOW =
            "query ($board: String!, $window: String!) { leaderboard(key: $board) { window(select: {name: {name: $window}}) {";
    private static final String PAGE = WINDOW.replace(
            "$window: String!", "$window: String!, $first: Int, $after: String, $last: Int, $before: String");
    private static final String PAGE_FORWARD =
            WINDOW.replace("$window: String!", "$window: String!, $first: Int!, $after: String");
    private static final String CURSOR = "first: $first, after: $after, last: $last, before: $before";

    /** Sends all queries for several rankings of a window in one request, and compares the results. */
    void check(Map<ModelRanking, List<ModelQuery>> queriesByRanking) {
        List<ModelRanking> rankings = List.copyOf(queriesByRanking.keySet());
        StringBuilder document = new StringBuilder();
        for (int r = 0; r < rankings.size(); r++) {
            document.append("r%d: %s {".formatted(r, ranking(rankings.get(r))));
            List<ModelQuery> queries = queriesByRanking.getOrDefault(rankings.get(r), List.of());
            for (int q = 0; q < queries.size(); q++) {
                document.append(" q%d: %s\n".formatted(q, queries.get(q).text()));
            }
            document.append("}\n");
        }
        Answer window = window(rankings.getFirst().window(), WINDOW, document.toString(), Map.of());
        for (int r = 0; r < rankings.size(); r++) {
            compare(window.node("r" + r), rankings.get(r), queriesByRanking.getOrDefault(rankings.get(r), List.of()));
        }
    }

    private void compare(Answer ranking, ModelRanking about, List<ModelQuery> queries) {
        for (int q = 0; q < queries.size(); q++) {
            ModelQuery query = queries.get(q);
            assertThat(query.read().apply(ranking.node("q" + q), ids))
                    .as("%s %s %s of %s", about.window().name(), about.group(), query.text(), about.rules())
                    .isEqualTo(query.expected());
        }
    }

    /** Whether the window exists. */
    boolean has(ModelWindow window) {
        return client.ask(WINDOW + " name } } }", Map.of("board", board, "window", window.name()))
                        .at("data", "leaderboard", "window")
                != null;
    }

    /** The unrounded percentiles of a ranking, best first. */
    List<Double> percentiles(ModelRanking of) {
        String fields = ranking(of) + " { standings(first: 1000) { edges { node { percentile } } } }";
        return window(of.window(), WINDOW, fields, Map.of()).list("ranking", "standings", "edges").stream()
                .map(edge -> Double.valueOf(edge.text("node", "percentile")))
                .toList();
    }

    /** Number of entries of a group. Null if it has no ranking. */
    @Nullable
    Object total(ModelWindow window, ModelGroup group) {
        return window(window, WINDOW, "ranking(group: " + group.text() + ") { entryCount }", Map.of())
                .at("ranking", "entryCount");
    }

    /**
     * Reads all pages of a ranking.
     *
     * @param filter  null for none
     * @param between runs after each page
     */
    public List<ModelPage<ModelStanding>> walk(
            ModelRanking of,
            String order,
            @Nullable ModelFilter filter,
            int size,
            boolean backwards,
            Runnable between) {
        String where = filter == null ? "" : ", filter: " + filter.text();
        String fields = "%s { list: standings(order: %s, %s%s) { edges { node { ...S } } %s } }"
                .formatted(ranking(of), order, CURSOR, where, ModelPage.FIELDS);
        PageSource source = cursor ->
                page(of.window(), PAGE, fields, size, backwards, cursor).node("ranking", "list");
        return ModelPage.walk(source, backwards, node -> ModelStanding.read(node, ids), between);
    }

    /** The groups of a grouping with their entry counts, in pages. */
    List<ModelPage<Map.Entry<ModelGroup, Integer>>> groups(ModelWindow window, List<String> grouping, int size) {
        String names = grouping.stream().map(ModelGroup::quoted).toList().toString();
        String fields = "rankings(grouping: " + names + ", first: $first, after: $after) {"
                + " edges { node { group { values } entryCount } }" + ModelPage.FIELDS + "}";
        PageSource source = cursor ->
                page(window, PAGE_FORWARD, fields, size, false, cursor).node("rankings");
        return ModelPage.walk(
                source,
                false,
                node -> Map.entry(ModelGroup.read(node.node("group")), Integer.valueOf(node.text("entryCount"))),
                () -> {});
    }

    /** The submissions of a participant, in pages. */
    List<ModelPage<ModelLedgerEntry>> submissions(ModelRanking of, String participant, int size) {
        String fields = "%s { %s { submissions(first: $first, after: $after) { edges { node { ...F } } %s } } }"
                .formatted(ranking(of), RankQueries.standing(participant), ModelPage.FIELDS);
        PageSource source = cursor ->
                page(of.window(), PAGE_FORWARD, fields, size, false, cursor).node("ranking", "standing", "submissions");
        return ModelPage.walk(source, false, node -> ModelLedgerEntry.read(node, ids), () -> {});
    }

    private Answer page(
            ModelWindow window, String query, String fields, int size, boolean backwards, @Nullable String cursor) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        variables.put(backwards ? "last" : "first", size);
        variables.put(backwards ? "before" : "after", cursor);
        return window(window, query, fields, variables);
    }

    private Answer window(ModelWindow window, String query, String fields, Map<String, @Nullable Object> variables) {
        Map<String, @Nullable Object> all = new HashMap<>(variables);
        all.put("board", board);
        all.put("window", window.name());
        String document = query
                + fields
                + " } } }"
                + (fields.contains("...S") ? ModelStanding.FIELDS : "")
                + (fields.contains("...F") ? ModelLedgerEntry.FIELDS : "");
        return client.ask(document, all).node("data", "leaderboard", "window");
    }

    /** Omits the group for the ranking of everyone. */
    private static String ranking(ModelRanking ranking) {
        return ranking.group().isEveryone()
                ? "ranking"
                : "ranking(group: " + ranking.group().text() + ")";
    }
}
