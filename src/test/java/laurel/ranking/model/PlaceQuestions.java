package laurel.ranking.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.SortOrder;

/** Who stands where: everyone's place, whose place it is, and the place that a score would have. */
final class PlaceQuestions {
    private static final List<String> NUMBERS =
            List.of("rank", "denseRank", "position", "percentRank", "percentile", "ranking { entryCount }");

    private PlaceQuestions() {}

    static List<ModelQuestion> of(ModelRanking ranking, Random random) {
        List<ModelQuestion> questions = new ArrayList<>();
        questions.add(ModelQuestion.value("entryCount", ranking.total()));
        questions.add(ModelQuestion.page("standings(first: 1000)", ranking.standings()));
        questions.add(ModelQuestion.standing("standing(participant: {external: {externalId: \"nobody\"}})", null));
        for (ModelStanding one : ranking.some(3, random)) {
            questions.add(ModelQuestion.standing(standing(one.who()), one));
            questions.add(at(ranking, one.position()));
            questions.add(rankOf(ranking, ModelScores.near(ranking, random), random.nextInt(5) - 2));
        }
        questions.add(at(ranking, ranking.total() + 1));
        questions.addAll(some(ranking, random));
        return questions;
    }

    static String standing(String who) {
        return "standing(participant: {external: {externalId: \"%s\"}})".formatted(who);
    }

    private static ModelQuestion at(ModelRanking ranking, int position) {
        return ModelQuestion.standing(
                "standingAt(place: {position: %d})".formatted(position),
                position > ranking.total() ? null : ranking.standings().get(position - 1));
    }

    /**
     * Who stands at a percentile: the last of those whose own is no less.
     *
     * @param shown what the service tells of each, which rounds what it cannot tell exactly
     */
    static List<ModelQuestion> percentiles(ModelRanking ranking, List<Double> shown, Random random) {
        return Stream.concat(
                        shown.stream().distinct(), random.doubles(3, 0, 100).boxed())
                .map(percentile -> {
                    long good = shown.stream().filter(own -> own >= percentile).count();
                    return ModelQuestion.standing(
                            "standingAt(place: {percentile: %s})".formatted(percentile),
                            good == 0 ? null : ranking.standings().get((int) good - 1));
                })
                .toList();
    }

    private static ModelQuestion rankOf(ModelRanking ranking, String score, int subscore) {
        boolean descending = ranking.rules().order(ranking.group()) == SortOrder.DESCENDING;
        long better = ranking.standings().stream()
                .map(one -> one.compareTo(new BigDecimal(score), BigInteger.valueOf(subscore)))
                .filter(comparison -> descending ? comparison > 0 : comparison < 0)
                .count();
        String more = subscore == 0 ? "" : ", subscore: " + subscore;
        return ModelQuestion.value("rankForScore(score: \"%s\"%s)".formatted(score, more), 1 + (int) better);
    }

    /** Only some of the numbers are asked for, so that nothing more is counted. */
    private static List<ModelQuestion> some(ModelRanking ranking, Random random) {
        List<String> fields =
                NUMBERS.stream().filter(field -> random.nextBoolean()).toList();
        if (fields.isEmpty() || ranking.total() == 0) {
            return List.of();
        }
        String asked = " { " + String.join(" ", fields) + " }";
        ModelStanding one = ranking.standings().get(random.nextInt(ranking.total()));
        int size = 1 + random.nextInt(ranking.total());
        return List.of(
                new ModelQuestion(
                        standing(one.who()) + asked, (answer, ids) -> numbers(answer, fields), numbers(one, fields)),
                new ModelQuestion(
                        "standings(order: WORST_FIRST, first: " + size + ") { edges { node" + asked + " } }",
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
