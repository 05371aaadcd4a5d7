package laurel.ranking.model.query;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import laurel.GraphQLClient.Answer;
import laurel.ranking.model.leaderboard.ModelIds;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelRankings;
import laurel.ranking.model.leaderboard.ModelStanding;

/** Queries for neighbours, and for standings of several participants. */
final class NeighbourQueries {
    private NeighbourQueries() {}

    static List<ModelQuery> around(ModelRanking ranking, Random random) {
        List<ModelQuery> queries = new ArrayList<>();
        queries.add(ModelQuery.standings(around("unknown", 2, 2, true), List.of()));
        List<ModelStanding> list = ranking.standings();
        for (ModelStanding one : ranking.sample(2, random)) {
            int at = one.position() - 1;
            int above = random.nextInt(5);
            int below = random.nextInt(5);
            queries.add(ModelQuery.standings(
                    around(one.participant(), above, below, false),
                    list.subList(Math.max(0, at - above), Math.min(list.size(), at + below + 1))));
            // With fill, the range of above + 1 + below standings slides until it fits.
            int size = Math.min(list.size(), above + 1 + below);
            int first = Math.max(0, Math.min(at - above, list.size() - size));
            queries.add(ModelQuery.standings(
                    around(one.participant(), above, below, true), list.subList(first, first + size)));
        }
        return queries;
    }

    /** Some participants, some of them twice, and one without an entry. */
    static ModelQuery standingsOf(ModelRankings board, ModelRanking ranking, Random random) {
        List<String> externalIds = new ArrayList<>(List.of("unknown"));
        for (int i = random.nextInt(2 * ranking.total() + 2); i > 0 && ranking.total() > 0; i--) {
            externalIds.add(ranking.participants().get(random.nextInt(ranking.total())));
        }
        Collections.shuffle(externalIds, random);
        var entries = board.entries(ranking.window(), ranking.grouping(), ranking.group(), Instant.MAX);
        entries.keySet().retainAll(externalIds);
        List<ModelStanding> relative = board.ranks().of(ranking.rules(), ranking.group(), entries);
        String participants = externalIds.stream()
                .map("{external: {externalId: \"%s\"}}"::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        return new ModelQuery(
                "standingsOf(participants: " + participants + ") { rank denseRank position standing { ...S } }",
                (answer, ids) ->
                        answer.list().stream().map(one -> relative(one, ids)).toList(),
                relative.stream()
                        .map(one -> List.of(
                                one.rank(),
                                one.denseRank(),
                                one.position(),
                                requireNonNull(ranking.standing(one.participant()))))
                        .toList());
    }

    private static List<Object> relative(Answer one, ModelIds ids) {
        return List.of(
                Integer.parseInt(one.text("rank")),
                Integer.parseInt(one.text("denseRank")),
                Integer.parseInt(one.text("position")),
                ModelStanding.read(one.node("standing"), ids));
    }

    private static String around(String participant, int above, int below, boolean fill) {
        return "around(participant: {external: {externalId: \"%s\"}}, above: %d, below: %d, fill: %s)"
                .formatted(participant, above, below, fill);
    }
}
