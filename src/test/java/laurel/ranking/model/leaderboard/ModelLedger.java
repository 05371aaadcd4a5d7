package laurel.ranking.model.leaderboard;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** All accepted submissions of a leaderboard. Entries are computed from the first submission each time. */
public final class ModelLedger {
    private final ModelRules rules;
    private final List<ModelAcceptedSubmission> rows = new ArrayList<>();

    ModelLedger(ModelRules rules) {
        this.rules = rules;
    }

    public List<ModelAcceptedSubmission> rows() {
        return rows;
    }

    void add(ModelAcceptedSubmission row) {
        rows.add(row);
    }

    /** Replaces the submission with the same number. */
    void replace(ModelAcceptedSubmission row) {
        rows.set(row.number(), row);
    }

    /** All windows that accepted a submission. */
    public List<ModelWindow> windows() {
        return rows.stream().flatMap(row -> row.windows().stream()).distinct().toList();
    }

    /** The entries by window and participant. */
    Map<ModelWindow, Map<String, ModelEntry>> entries() {
        return windows().stream().collect(Collectors.toMap(window -> window, this::entries));
    }

    /** The entries of a window by participant. */
    Map<String, ModelEntry> entries(ModelWindow window) {
        return entries(window, Instant.MAX);
    }

    /** The entries as of a time, from submissions received and not removed by then. */
    Map<String, ModelEntry> entries(ModelWindow window, Instant asOf) {
        Map<String, ModelEntry> entries = new LinkedHashMap<>();
        for (ModelAcceptedSubmission row : rows) {
            if (row.windows().contains(window)
                    && !row.isRemoved(asOf)
                    && !row.receivedAt().isAfter(asOf)) {
                entries.merge(
                        row.sent().participant(),
                        row.entry(),
                        (previous, submitted) -> previous.with(submitted, rules));
            }
        }
        return entries;
    }

    /** All submissions of a participant in a window, newest first, including removed ones. */
    public List<ModelAcceptedSubmission> counted(ModelWindow window, String participant) {
        return rows.reversed().stream()
                .filter(row -> row.windows().contains(window)
                        && Objects.equals(row.sent().participant(), participant))
                .toList();
    }
}
