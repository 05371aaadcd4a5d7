package laurel.ranking.model.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelStanding;

/** Queries with a filter or a start position. */
final class FilterQueries {
    private FilterQueries() {}

    static List<ModelQuery> of(ModelRanking ranking, Random random) {
        List<ModelQuery> queries = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ModelFilter filter = ModelFilter.random(ranking, random);
            List<ModelStanding> admitted = ranking.where(filter);
            int size = 1 + random.nextInt(4);
            String page = ", first: %d, filter: %s)".formatted(size, filter.text());
            queries.add(ModelQuery.value("standingCount(filter: %s)".formatted(filter.text()), admitted.size()));
            queries.add(ModelQuery.page("standings(order: BEST_FIRST" + page, first(size, admitted)));
            queries.add(ModelQuery.page("standings(order: WORST_FIRST" + page, first(size, admitted.reversed())));
        }
        int position = 1 + random.nextInt(ranking.total() + 1);
        queries.addAll(from(ranking, position, new ModelFilter(Map.of())));
        queries.addAll(from(ranking, position, ModelFilter.random(ranking, random)));
        return queries;
    }

    /** Pages from a position in both directions. */
    private static List<ModelQuery> from(ModelRanking ranking, int position, ModelFilter filter) {
        List<ModelStanding> admitted = ranking.where(filter);
        String where = filter.bounds().isEmpty() ? "" : ", filter: " + filter.text();
        String page = ", first: 3, fromPosition: %d%s)".formatted(position, where);
        Stream<ModelStanding> down = admitted.stream().filter(one -> one.position() >= position);
        Stream<ModelStanding> up = position > ranking.total()
                ? Stream.empty()
                : admitted.reversed().stream().filter(one -> one.position() <= position);
        return List.of(
                ModelQuery.page(
                        "standings(order: BEST_FIRST" + page, down.limit(3).toList()),
                ModelQuery.page(
                        "standings(order: WORST_FIRST" + page, up.limit(3).toList()));
    }

    private static List<ModelStanding> first(int size, List<ModelStanding> list) {
        return list.stream().limit(size).toList();
    }
}
