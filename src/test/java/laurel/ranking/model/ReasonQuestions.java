package laurel.ranking.model;

import java.util.List;
import java.util.Random;

/** Why somebody stands there: what was submitted. */
final class ReasonQuestions {
    private ReasonQuestions() {}

    static List<ModelQuestion> of(ModelRanking ranking, ModelLedger ledger, Random random) {
        return ranking.some(3, random).stream()
                .flatMap(one -> List.of(
                        new ModelQuestion(
                                PlaceQuestions.standing(one.who()) + " { submission { ...F } }",
                                (answer, ids) -> ModelFact.told(answer.node("submission"), ids),
                                ledger.rows().get(one.made()).fact(ranking.rules())),
                        new ModelQuestion(
                                PlaceQuestions.standing(one.who())
                                        + " { submissions(first: 1000) { edges { node { ...F } } } }",
                                (answer, ids) -> answer.list("submissions", "edges").stream()
                                        .map(edge -> ModelFact.told(edge.node("node"), ids))
                                        .toList(),
                                ledger.counted(ranking.window(), one.who()).stream()
                                        .map(row -> row.fact(ranking.rules()))
                                        .toList()))
                        .stream())
                .toList();
    }
}
