package laurel.ranking.model.query;

import java.util.List;
import java.util.function.BiFunction;
import laurel.GraphQLClient.Answer;
import laurel.ranking.model.leaderboard.ModelIds;
import laurel.ranking.model.leaderboard.ModelStanding;
import org.jspecify.annotations.Nullable;

/**
 * A query for a field of a ranking, and its expected result.
 *
 * @param text the field with its selection
 * @param read reads the result for the comparison
 */
record ModelQuery(
        String text,
        BiFunction<Answer, ModelIds, ? extends @Nullable Object> read,
        @Nullable Object expected) {

    /** A field that returns a number, a string or null. */
    static ModelQuery value(String text, @Nullable Object expected) {
        return new ModelQuery(text, (answer, ids) -> answer.json(), expected);
    }

    /** A field that returns a standing or null. */
    static ModelQuery standing(String field, @Nullable ModelStanding expected) {
        return new ModelQuery(
                field + " { ...S }",
                (answer, ids) -> answer.json() == null ? null : ModelStanding.read(answer, ids),
                expected);
    }

    /** A field that returns a connection of standings, selected by {@code nodes}. */
    static ModelQuery standings(String field, List<ModelStanding> expected) {
        return new ModelQuery(
                field + " { nodes { ...S } }",
                (answer, ids) -> answer.list("nodes").stream()
                        .map(one -> ModelStanding.read(one, ids))
                        .toList(),
                expected);
    }

    /** A field that returns a connection of standings. */
    static ModelQuery page(String field, List<ModelStanding> expected) {
        return new ModelQuery(
                field + " { edges { node { ...S } } }",
                (answer, ids) -> answer.list("edges").stream()
                        .map(edge -> ModelStanding.read(edge.node("node"), ids))
                        .toList(),
                expected);
    }
}
