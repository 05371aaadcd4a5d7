package laurel.ranking.model.leaderboard;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All rankings of a leaderboard. */
public record ModelRankings(ModelLeaderboard model, ModelRanks ranks) {
    /** The rankings of all windows and groupings that have entries. */
    List<ModelRanking> all() {
        return model.ledger().windows().stream()
                .flatMap(window -> in(window).stream())
                .toList();
    }

    /** The rankings of a window that have entries. */
    public List<ModelRanking> in(ModelWindow window) {
        List<ModelRanking> all = new ArrayList<>();
        for (List<String> grouping : model.rules().groupings()) {
            groups(window, grouping).forEach(group -> all.add(of(window, grouping, group)));
        }
        return all;
    }

    /** The groups of a grouping that have entries. */
    public List<ModelGroup> groups(ModelWindow window, List<String> grouping) {
        return model.ledger().entries(window).values().stream()
                .map(entry -> entry.group().in(grouping))
                .distinct()
                .toList();
    }

    /** The groups of a grouping in all submissions, including removed ones, ordered by their values. */
    public List<ModelGroup> named(ModelWindow window, List<String> grouping) {
        return model.ledger().rows().stream()
                .filter(row -> row.windows().contains(window))
                .map(row -> row.group().in(grouping))
                .distinct()
                .sorted(Comparator.comparing(group -> String.join("\0", group.inOrder())))
                .toList();
    }

    public ModelRanking of(ModelWindow window, List<String> grouping, ModelGroup group) {
        return of(window, grouping, group, Instant.MAX);
    }

    /** The ranking as of a time. */
    public ModelRanking of(ModelWindow window, List<String> grouping, ModelGroup group, Instant asOf) {
        var standings = ranks.of(model.rules(), group, entries(window, grouping, group, asOf));
        return new ModelRanking(model.rules(), window, grouping, group, standings);
    }

    /** The entries of a ranking by participant. */
    public Map<String, ModelEntry> entries(ModelWindow window, List<String> grouping, ModelGroup group, Instant asOf) {
        Map<String, ModelEntry> entries = new LinkedHashMap<>(model.ledger().entries(window, asOf));
        entries.values().removeIf(entry -> !entry.group().in(grouping).equals(group));
        return entries;
    }
}
