package laurel.ranking.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Parts of a ranking: those that fulfil something, and those from some place on. */
final class FilterQuestions {
    private FilterQuestions() {}

    static List<ModelQuestion> of(ModelRanking ranking, Random random) {
        List<ModelQuestion> questions = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ModelFilter filter = ModelFilter.random(ranking, random);
            List<ModelStanding> admitted = ranking.where(filter);
            int size = 1 + random.nextInt(4);
            String page = ", first: %d, filter: %s)".formatted(size, filter.text());
            questions.add(ModelQuestion.value("standingCount(filter: %s)".formatted(filter.text()), admitted.size()));
            questions.add(ModelQuestion.page("standings(order: BEST_FIRST" + page, first(size, admitted)));
            questions.add(ModelQuestion.page("standings(order: WORST_FIRST" + page, first(size, admitted.reversed())));
        }
        int position = 1 + random.nextInt(ranking.total() + 1);
        questions.addAll(from(ranking, position, new ModelFilter(Map.of())));
        questions.addAll(from(ranking, position, ModelFilter.random(ranking, random)));
        return questions;
    }

    /** Down from a position, and up from it; without a filter where it admits all. */
    private static List<ModelQuestion> from(ModelRanking ranking, int position, ModelFilter filter) {
        List<ModelStanding> admitted = ranking.where(filter);
        String where = filter.bounds().isEmpty() ? "" : ", filter: " + filter.text();
        String page = ", first: 3, fromPosition: %d%s)".formatted(position, where);
        Stream<ModelStanding> down = admitted.stream().filter(one -> one.position() >= position);
        Stream<ModelStanding> up = position > ranking.total()
                ? Stream.empty()
                : admitted.reversed().stream().filter(one -> one.position() <= position);
        return List.of(
                ModelQuestion.page(
                        "standings(order: BEST_FIRST" + page, down.limit(3).toList()),
                ModelQuestion.page(
                        "standings(order: WORST_FIRST" + page, up.limit(3).toList()));
    }

    private static List<ModelStanding> first(int size, List<ModelStanding> list) {
        return list.stream().limit(size).toList();
    }
}
