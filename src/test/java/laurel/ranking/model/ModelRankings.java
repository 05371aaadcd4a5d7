package laurel.ranking.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every ranking of a board. */
record ModelRankings(BoardModel model, ModelRanks ranks) {
    /** Those of every window and grouping in which somebody stands. */
    List<ModelRanking> all() {
        return model.ledger().windows().stream()
                .flatMap(window -> in(window).stream())
                .toList();
    }

    /** Those of a window in which somebody stands. */
    List<ModelRanking> in(ModelSpan window) {
        List<ModelRanking> all = new ArrayList<>();
        for (List<String> grouping : model.rules().groupings()) {
            groups(window, grouping).forEach(group -> all.add(of(window, grouping, group)));
        }
        return all;
    }

    /** The groups of a grouping in which somebody stands. */
    List<ModelGroup> groups(ModelSpan window, List<String> grouping) {
        return model.ledger().stands(window).values().stream()
                .map(entry -> entry.group().in(grouping))
                .distinct()
                .toList();
    }

    /** The groups of a grouping that any submission named, removed ones too, in order of their values. */
    List<ModelGroup> named(ModelSpan window, List<String> grouping) {
        return model.ledger().rows().stream()
                .filter(row -> row.windows().contains(window))
                .map(row -> row.group().in(grouping))
                .distinct()
                .sorted(Comparator.comparing(group -> String.join("\0", group.inOrder())))
                .toList();
    }

    ModelRanking of(ModelSpan window, List<String> grouping, ModelGroup group) {
        return of(window, grouping, group, Instant.MAX);
    }

    /** As it was at a moment. */
    ModelRanking of(ModelSpan window, List<String> grouping, ModelGroup group, Instant since) {
        var standings = ranks.of(model.rules(), group, stands(window, grouping, group, since));
        return new ModelRanking(model.rules(), window, grouping, group, standings);
    }

    /** Who stands in a ranking, and with what. */
    Map<String, ModelEntry> stands(ModelSpan window, List<String> grouping, ModelGroup group, Instant since) {
        Map<String, ModelEntry> stands = new LinkedHashMap<>(model.ledger().stands(window, since));
        stands.values().removeIf(entry -> !entry.group().in(grouping).equals(group));
        return stands;
    }
}
