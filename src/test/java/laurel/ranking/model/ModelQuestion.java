package laurel.ranking.model;

import java.util.List;
import java.util.function.BiFunction;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A question to a ranking, and the answer that it must get.
 *
 * @param text a field of the ranking with all that is asked of it
 * @param read what the field gave, comparable with what is expected
 */
record ModelQuestion(
        String text,
        BiFunction<Answer, ModelIds, ? extends @Nullable Object> read,
        @Nullable Object expected) {

    /** A field that gives a number or a text, or null. */
    static ModelQuestion value(String text, @Nullable Object expected) {
        return new ModelQuestion(text, (answer, ids) -> answer.json(), expected);
    }

    /** A field that gives a standing, or null. */
    static ModelQuestion standing(String field, @Nullable ModelStanding expected) {
        return new ModelQuestion(
                field + " { ...S }",
                (answer, ids) -> answer.json() == null ? null : ModelStanding.told(answer, ids),
                expected);
    }

    /** A field that gives a page of standings, asked for by its nodes. */
    static ModelQuestion standings(String field, List<ModelStanding> expected) {
        return new ModelQuestion(
                field + " { nodes { ...S } }",
                (answer, ids) -> answer.list("nodes").stream()
                        .map(one -> ModelStanding.told(one, ids))
                        .toList(),
                expected);
    }

    /** A field that gives a page of standings. */
    static ModelQuestion page(String field, List<ModelStanding> expected) {
        return new ModelQuestion(
                field + " { edges { node { ...S } } }",
                (answer, ids) -> answer.list("edges").stream()
                        .map(edge -> ModelStanding.told(edge.node("node"), ids))
                        .toList(),
                expected);
    }
}
