package laurel.ranking.model;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.ranking.model.ModelOutcome.Change;
import org.jspecify.annotations.Nullable;

/** What changed from one moment to another, which are those before and after a request. */
final class ModelChanges {
    private final ModelRules rules;
    private final Map<ModelSpan, Map<String, ModelEntry>> before;
    private Map<ModelSpan, Map<String, ModelEntry>> after = Map.of();

    ModelChanges(ModelRules rules, Map<ModelSpan, Map<String, ModelEntry>> before) {
        this.rules = rules;
        this.before = before;
    }

    void after(Map<ModelSpan, Map<String, ModelEntry>> stands) {
        after = stands;
    }

    /** In every window that took a submission, where that submission is all that changed. */
    List<Change> of(ModelRow row) {
        Map<ModelSpan, @Nullable ModelEntry> stood = new HashMap<>();
        Map<ModelSpan, @Nullable ModelEntry> stands = new HashMap<>();
        for (ModelSpan window : row.windows()) {
            stood.put(window, in(before, window).get(row.sent().who()));
            stands.put(window, in(after, window).get(row.sent().who()));
        }
        return of(row, stood, stands);
    }

    /** In every window that took a submission, then in every grouping. Ranks are those before and after the request. */
    List<Change> of(
            ModelRow row,
            Map<ModelSpan, ? extends @Nullable ModelEntry> stood,
            Map<ModelSpan, ? extends @Nullable ModelEntry> stands) {
        List<Change> changes = new ArrayList<>();
        for (ModelSpan window : row.windows()) {
            for (List<String> grouping : rules.groupings()) {
                changes.add(change(window, grouping, row.sent().who(), stood.get(window), stands.get(window)));
            }
        }
        return changes;
    }

    private Change change(
            ModelSpan window,
            List<String> grouping,
            String who,
            @Nullable ModelEntry stood,
            @Nullable ModelEntry stands) {
        ModelGroup from = stood == null ? null : stood.group().in(grouping);
        ModelGroup to = stands == null ? null : stands.group().in(grouping);
        Integer previousRank = rank(in(before, window), grouping, from, who);
        Integer rank = rank(in(after, window), grouping, to, who);
        Integer delta = previousRank == null || rank == null || !Objects.equals(from, to)
                ? null
                : Integer.valueOf(previousRank - rank);
        return new Change(
                window.kind(),
                window.name(),
                to != null ? to : requireNonNull(from),
                from,
                stood == null ? null : rules.text(stood.score()),
                stands == null ? null : rules.text(stands.score()),
                previousRank,
                rank,
                delta);
    }

    /** Null where nobody of this name stands in that group. */
    private @Nullable Integer rank(
            Map<String, ModelEntry> window, List<String> grouping, @Nullable ModelGroup group, String who) {
        ModelEntry own = window.get(who);
        if (own == null || group == null || !own.group().in(grouping).equals(group)) {
            return null;
        }
        long better = window.values().stream()
                .filter(other -> other.group().in(grouping).equals(group) && other.outranks(own, rules.order(group)))
                .count();
        return Integer.valueOf(1 + (int) better);
    }

    private static Map<String, ModelEntry> in(Map<ModelSpan, Map<String, ModelEntry>> windows, ModelSpan window) {
        return windows.getOrDefault(window, Map.of());
    }
}
