package laurel.ranking;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.request.LookupBatcher;

/**
 * Answers similar queries of several requests with one statement. Its text is the same as for one query, so PostgreSQL has
 * prepared it already.
 */
public final class StandingQueryBatcher {
    private final Function<Set<StandingQuery>, Map<StandingQuery, StandingResult>> answers;
    private final LookupBatcher<SimilarQueries, StandingQuery, StandingResult> batcher;

    public StandingQueryBatcher(Function<Set<StandingQuery>, Map<StandingQuery, StandingResult>> answers) {
        this.answers = answers;
        this.batcher =
                new LookupBatcher<>((similar, questions) -> answers.apply(questions), StandingQueryBatcher::size);
    }

    /** What queries in a batch have in common. */
    private record SimilarQueries(Class<?> kind, String entryTable, RankSource source, Set<RankMetric> metrics) {
        static SimilarQueries of(StandingQuery question) {
            Ranking ranking = question.ranking();
            return new SimilarQueries(
                    question.getClass(), ranking.entryTable(), RankSource.of(ranking), question.metrics());
        }
    }

    public Map<StandingQuery, StandingResult> standings(Set<StandingQuery> questions) {
        SimilarQueries similar = SimilarQueries.of(questions.iterator().next());
        return questions.stream()
                        .allMatch(question -> SimilarQueries.of(question).equals(similar))
                ? batcher.load(similar, questions)
                : answers.apply(questions);
    }

    private static int size(Set<StandingQuery> questions) {
        return questions.stream().mapToInt(StandingQuery::size).sum();
    }
}
