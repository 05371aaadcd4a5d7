package laurel.ranking.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** How everybody has moved, since the window before or since a moment. */
final class MovementQuestions {
    private MovementQuestions() {}

    /**
     * How everybody has moved since a moment.
     *
     * @param then the same ranking at that moment
     */
    static ModelQuestion since(ModelRanking ranking, Instant since, ModelRanking then) {
        return question(ranking, "(sinceTime: \"%s\")".formatted(since), then);
    }

    /**
     * How everybody has moved since the window before.
     *
     * @param then the same ranking in that window; null where there is no such window
     */
    static ModelQuestion sincePrevious(ModelRanking ranking, @Nullable ModelRanking then) {
        return question(ranking, "", then);
    }

    private static ModelQuestion question(ModelRanking ranking, String arguments, @Nullable ModelRanking then) {
        return new ModelQuestion(
                "standings(first: 1000) { edges { node { movement" + arguments
                        + " { previousScore score previousRank rank rankChange } } } }",
                (answer, ids) -> answer.list("edges").stream()
                        .map(edge -> told(edge.node("node", "movement")))
                        .toList(),
                ranking.standings().stream().map(one -> movement(one, then)).toList());
    }

    /** Empty where there is nothing to compare with. */
    private static Optional<List<@Nullable Object>> movement(ModelStanding one, @Nullable ModelRanking then) {
        if (then == null) {
            return Optional.empty();
        }
        ModelStanding before = then.standing(one.who());
        return Optional.of(
                before == null
                        ? Arrays.<@Nullable Object>asList(null, one.score(), null, one.rank(), null)
                        : Arrays.<@Nullable Object>asList(
                                before.score(), one.score(), before.rank(), one.rank(), before.rank() - one.rank()));
    }

    private static Optional<List<@Nullable Object>> told(Answer movement) {
        return movement.json() == null
                ? Optional.empty()
                : Optional.of(Stream.of("previousScore", "score", "previousRank", "rank", "rankChange")
                        .map(movement::at)
                        .toList());
    }
}
