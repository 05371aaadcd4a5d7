package laurel.ranking.model.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.SortOrder;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelStanding;

/** Queries for the standing of a participant, at a position, at a percentile, and for the rank of a score. */
final class RankQueries {
    private static final List<String> NUMBERS =
            List.of("rank", "denseRank", "position", "percentRank", "percentile", "ranking { entryCount }");

    private RankQueries() {}

    static List<ModelQuery> of(ModelRanking ranking, Random random) {
        List<ModelQuery> queries = new ArrayList<>();
        queries.add(ModelQuery.value("entryCount", ranking.total()));
        queries.add(ModelQuery.page("standings(first: 1000)", ranking.standings()));
        queries.add(ModelQuery.standing("standing(participant: {external: {externalId: \"unknown\"}})", null));
        for (ModelStanding one : ranking.sample(3, random)) {
            queries.add(ModelQuery.standing(standing(one.participant()), one));
            queries.add(at(ranking, one.position()));
            queries.add(rankOf(ranking, ScoresToQuery.near(ranking, random), random.nextInt(5) - 2));
        }
        queries.add(at(ranking, ranking.total() + 1));
        queries.addAll(some(ranking, random));
        return queries;
    }

    static String standing(String participant) {
        return "standing(participant: {external: {externalId: \"%s\"}})".formatted(participant);
    }

    private static ModelQuery at(ModelRanking ranking, int position) {
        return ModelQuery.standing(
                "standingAt(place: {position: %d})".formatted(position),
                position > ranking.total() ? null : ranking.standings().get(position - 1));
    }

    /**
     * The standing at a percentile: the last one with at least this percentile.
     *
     * @param shown the percentiles that the service returns, which are rounded
     */
    static List<ModelQuery> percentiles(ModelRanking ranking, List<Double> shown, Random random) {
        return Stream.concat(
                        shown.stream().distinct(), random.doubles(3, 0, 100).boxed())
                .map(percentile -> {
                    long matching =
                            shown.stream().filter(one -> one >= percentile).count();
                    return ModelQuery.standing(
                            "standingAt(place: {percentile: %s})".formatted(percentile),
                            matching == 0 ? null : ranking.standings().get((int) matching - 1));
                })
                .toList();
    }

    private static ModelQuery rankOf(ModelRanking ranking, String score, int subscore) {
        boolean descending = ranking.rules().order(ranking.group()) == SortOrder.DESCENDING;
        long better = ranking.standings().stream()
                .map(one -> one.compareTo(new BigDecimal(score), BigInteger.valueOf(subscore)))
                .filter(comparison -> descending ? comparison > 0 : comparison < 0)
                .count();
        String subscoreArgument = subscore == 0 ? "" : ", subscore: " + subscore;
        return ModelQuery.value("rankForScore(score: \"%s\"%s)".formatted(score, subscoreArgument), 1 + (int) better);
    }

    /** Selects some of the numbers, so that the service computes only these. */
    private static List<ModelQuery> some(ModelRanking ranking, Random random) {
        List<String> fields =
                NUMBERS.stream().filter(field -> random.nextBoolean()).toList();
        if (fields.isEmpty() || ranking.total() == 0) {
            return List.of();
        }
        String selection = " { " + String.join(" ", fields) + " }";
        ModelStanding one = ranking.standings().get(random.nextInt(ranking.total()));
        int size = 1 + random.nextInt(ranking.total());
        return List.of(
                new ModelQuery(
                        standing(one.participant()) + selection,
                        (answer, ids) -> numbers(answer, fields),
                        numbers(one, fields)),
                new ModelQuery(
                        "standings(order: WORST_FIRST, first: " + size + ") { edges { node" + selection + " } }",
                        (answer, ids) -> answer.list("edges").stream()
                                .map(edge -> numbers(edge.node("node"), fields))
                                .toList(),
                        ranking.standings().reversed().stream()
                                .limit(size)
                                .map(each -> numbers(each, fields))
                                .toList()));
    }

    private static List<Object> numbers(ModelStanding standing, List<String> fields) {
        return fields.stream().map(standing::field).toList();
    }

    private static List<Object> numbers(Answer node, List<String> fields) {
        return fields.stream().map(field -> ModelStanding.number(node, field)).toList();
    }
}
