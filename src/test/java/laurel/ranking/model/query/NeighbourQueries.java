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
        List<ModelQuery> questions = new ArrayList<>();
        questions.add(ModelQuery.standings(around("nobody", 2, 2, true), List.of()));
        List<ModelStanding> list = ranking.standings();
        for (ModelStanding one : ranking.some(2, random)) {
            int at = one.position() - 1;
            int above = random.nextInt(5);
            int below = random.nextInt(5);
            questions.add(ModelQuery.standings(
                    around(one.who(), above, below, false),
                    list.subList(Math.max(0, at - above), Math.min(list.size(), at + below + 1))));
            // With fill, the range of above + 1 + below standings slides until it fits.
            int wanted = Math.min(list.size(), above + 1 + below);
            int first = Math.max(0, Math.min(at - above, list.size() - wanted));
            questions.add(
                    ModelQuery.standings(around(one.who(), above, below, true), list.subList(first, first + wanted)));
        }
        return questions;
    }

    /** Some participants, some of them twice, and one without an entry. */
    static ModelQuery among(ModelRankings board, ModelRanking ranking, Random random) {
        List<String> asked = new ArrayList<>(List.of("nobody"));
        for (int i = random.nextInt(2 * ranking.total() + 2); i > 0 && ranking.total() > 0; i--) {
            asked.add(ranking.who().get(random.nextInt(ranking.total())));
        }
        Collections.shuffle(asked, random);
        var friends = board.stands(ranking.window(), ranking.grouping(), ranking.group(), Instant.MAX);
        friends.keySet().retainAll(asked);
        List<ModelStanding> local = board.ranks().of(ranking.rules(), ranking.group(), friends);
        String participants = asked.stream()
                .map("{external: {externalId: \"%s\"}}"::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        return new ModelQuery(
                "standingsOf(participants: " + participants + ") { rank denseRank position standing { ...S } }",
                (answer, ids) ->
                        answer.list().stream().map(one -> local(one, ids)).toList(),
                local.stream()
                        .map(one -> List.of(
                                one.rank(),
                                one.denseRank(),
                                one.position(),
                                requireNonNull(ranking.standing(one.who()))))
                        .toList());
    }

    private static List<Object> local(Answer one, ModelIds ids) {
        return List.of(
                Integer.parseInt(one.text("rank")),
                Integer.parseInt(one.text("denseRank")),
                Integer.parseInt(one.text("position")),
                ModelStanding.told(one.node("standing"), ids));
    }

    private static String around(String who, int above, int below, boolean refill) {
        return "around(participant: {external: {externalId: \"%s\"}}, above: %d, below: %d, fill: %s)"
                .formatted(who, above, below, refill);
    }
}
