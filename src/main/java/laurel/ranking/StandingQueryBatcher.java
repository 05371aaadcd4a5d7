package laurel.ranking;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.request.LookupBatcher;

/**
 * Runs similar queries of several requests with one statement. Its text is the same as for one query, so PostgreSQL has
 * prepared it already.
 */
public final class StandingQueryBatcher {
    private final Function<Set<StandingQuery>, Map<StandingQuery, StandingResult>> load;
    private final LookupBatcher<SimilarQueries, StandingQuery, StandingResult> batcher;

    public StandingQueryBatcher(Function<Set<StandingQuery>, Map<StandingQuery, StandingResult>> load) {
        this.load = load;
        this.batcher = new LookupBatcher<>((similar, queries) -> load.apply(queries), StandingQueryBatcher::size);
    }

    /** What queries in a batch have in common. */
    private record SimilarQueries(Class<?> kind, String entryTable, RankSource source, Set<RankMetric> metrics) {
        static SimilarQueries of(StandingQuery query) {
            Ranking ranking = query.ranking();
            return new SimilarQueries(query.getClass(), ranking.entryTable(), RankSource.of(ranking), query.metrics());
        }
    }

    public Map<StandingQuery, StandingResult> standings(Set<StandingQuery> queries) {
        SimilarQueries similar = SimilarQueries.of(queries.iterator().next());
        return queries.stream().allMatch(query -> SimilarQueries.of(query).equals(similar))
                ? batcher.load(similar, queries)
                : load.apply(queries);
    }

    private static int size(Set<StandingQuery> queries) {
        return queries.stream().mapToInt(StandingQuery::size).sum();
    }
}
