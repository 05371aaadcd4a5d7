package laurel.ranking.model.query;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelStanding;
import org.jspecify.annotations.Nullable;

/** Queries for movement since the previous window or a time. */
final class MovementQueries {
    private MovementQueries() {}

    /**
     * Movement of all participants since a time.
     *
     * @param then the same ranking as of that time
     */
    static ModelQuery since(ModelRanking ranking, Instant since, ModelRanking then) {
        return query(ranking, "(sinceTime: \"%s\")".formatted(since), then);
    }

    /**
     * Movement of all participants since the previous window.
     *
     * @param then the same ranking in that window; null if there is none
     */
    static ModelQuery sincePrevious(ModelRanking ranking, @Nullable ModelRanking then) {
        return query(ranking, "", then);
    }

    private static ModelQuery query(ModelRanking ranking, String arguments, @Nullable ModelRanking then) {
        return new ModelQuery(
                "standings(first: 1000) { edges { node { movement" + arguments
                        + " { previousScore score previousRank rank rankChange } } } }",
                (answer, ids) -> answer.list("edges").stream()
                        .map(edge -> read(edge.node("node", "movement")))
                        .toList(),
                ranking.standings().stream().map(one -> movement(one, then)).toList());
    }

    /** Empty if there is nothing to compare with. */
    private static Optional<List<@Nullable Object>> movement(ModelStanding one, @Nullable ModelRanking then) {
        if (then == null) {
            return Optional.empty();
        }
        ModelStanding before = then.standing(one.participant());
        return Optional.of(
                before == null
                        ? Arrays.<@Nullable Object>asList(null, one.score(), null, one.rank(), null)
                        : Arrays.<@Nullable Object>asList(
                                before.score(), one.score(), before.rank(), one.rank(), before.rank() - one.rank()));
    }

    private static Optional<List<@Nullable Object>> read(Answer movement) {
        return movement.json() == null
                ? Optional.empty()
                : Optional.of(Stream.of("previousScore", "score", "previousRank", "rank", "rankChange")
                        .map(movement::at)
                        .toList());
    }
}
