package laurel.ranking.model.leaderboard;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.ranking.model.leaderboard.ModelOutcome.Change;
import org.jspecify.annotations.Nullable;

/** The changes that a request must report. */
final class ModelChanges {
    private final ModelRules rules;
    private final Map<ModelWindow, Map<String, ModelEntry>> before;
    private Map<ModelWindow, Map<String, ModelEntry>> after = Map.of();

    ModelChanges(ModelRules rules, Map<ModelWindow, Map<String, ModelEntry>> before) {
        this.rules = rules;
        this.before = before;
    }

    void after(Map<ModelWindow, Map<String, ModelEntry>> entries) {
        after = entries;
    }

    /** The changes by one submission, in each of its windows. */
    List<Change> of(ModelAcceptedSubmission row) {
        Map<ModelWindow, @Nullable ModelEntry> previous = new HashMap<>();
        Map<ModelWindow, @Nullable ModelEntry> current = new HashMap<>();
        for (ModelWindow window : row.windows()) {
            previous.put(window, in(before, window).get(row.sent().participant()));
            current.put(window, in(after, window).get(row.sent().participant()));
        }
        return of(row, previous, current);
    }

    /** The changes in each window and grouping, with the ranks before and after the request. */
    List<Change> of(
            ModelAcceptedSubmission row,
            Map<ModelWindow, ? extends @Nullable ModelEntry> previous,
            Map<ModelWindow, ? extends @Nullable ModelEntry> current) {
        List<Change> changes = new ArrayList<>();
        for (ModelWindow window : row.windows()) {
            for (List<String> grouping : rules.groupings()) {
                changes.add(
                        change(window, grouping, row.sent().participant(), previous.get(window), current.get(window)));
            }
        }
        return changes;
    }

    private Change change(
            ModelWindow window,
            List<String> grouping,
            String participant,
            @Nullable ModelEntry previous,
            @Nullable ModelEntry current) {
        ModelGroup from = previous == null ? null : previous.group().in(grouping);
        ModelGroup to = current == null ? null : current.group().in(grouping);
        Integer previousRank = rank(in(before, window), grouping, from, participant);
        Integer rank = rank(in(after, window), grouping, to, participant);
        Integer delta = previousRank == null || rank == null || !Objects.equals(from, to)
                ? null
                : Integer.valueOf(previousRank - rank);
        return new Change(
                window.kind(),
                window.name(),
                to != null ? to : requireNonNull(from),
                from,
                previous == null ? null : rules.text(previous.score()),
                current == null ? null : rules.text(current.score()),
                previousRank,
                rank,
                delta);
    }

    /** Null if the participant has no entry in the group. */
    private @Nullable Integer rank(
            Map<String, ModelEntry> window, List<String> grouping, @Nullable ModelGroup group, String participant) {
        ModelEntry own = window.get(participant);
        if (own == null || group == null || !own.group().in(grouping).equals(group)) {
            return null;
        }
        long better = window.values().stream()
                .filter(other -> other.group().in(grouping).equals(group) && other.outranks(own, rules.order(group)))
                .count();
        return Integer.valueOf(1 + (int) better);
    }

    private static Map<String, ModelEntry> in(Map<ModelWindow, Map<String, ModelEntry>> windows, ModelWindow window) {
        return windows.getOrDefault(window, Map.of());
    }
}
