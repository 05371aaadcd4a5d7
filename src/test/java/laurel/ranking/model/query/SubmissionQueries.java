package laurel.ranking.model.query;

import java.util.List;
import java.util.Random;
import laurel.ranking.model.leaderboard.ModelLedger;
import laurel.ranking.model.leaderboard.ModelLedgerEntry;
import laurel.ranking.model.leaderboard.ModelRanking;

/** Queries for the submissions of a standing. */
final class SubmissionQueries {
    private SubmissionQueries() {}

    static List<ModelQuery> of(ModelRanking ranking, ModelLedger ledger, Random random) {
        return ranking.sample(3, random).stream()
                .flatMap(one -> List.of(
                        new ModelQuery(
                                RankQueries.standing(one.participant()) + " { submission { ...F } }",
                                (answer, ids) -> ModelLedgerEntry.read(answer.node("submission"), ids),
                                ledger.rows().get(one.submission()).expected(ranking.rules())),
                        new ModelQuery(
                                RankQueries.standing(one.participant())
                                        + " { submissions(first: 1000) { edges { node { ...F } } } }",
                                (answer, ids) -> answer.list("submissions", "edges").stream()
                                        .map(edge -> ModelLedgerEntry.read(edge.node("node"), ids))
                                        .toList(),
                                ledger.counted(ranking.window(), one.participant()).stream()
                                        .map(row -> row.expected(ranking.rules()))
                                        .toList()))
                        .stream())
                .toList();
    }
}
