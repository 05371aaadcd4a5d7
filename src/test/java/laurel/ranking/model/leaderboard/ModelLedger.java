package laurel.ranking.model.leaderboard;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** All accepted submissions of a leaderboard. Entries are always computed again from the first submission on. */
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
    Map<ModelWindow, Map<String, ModelEntry>> stands() {
        return windows().stream().collect(Collectors.toMap(window -> window, this::stands));
    }

    /** The entries of a window by participant. */
    Map<String, ModelEntry> stands(ModelWindow window) {
        return stands(window, Instant.MAX);
    }

    /** The entries as of a time, from submissions received and not removed by then. */
    Map<String, ModelEntry> stands(ModelWindow window, Instant since) {
        Map<String, ModelEntry> stands = new LinkedHashMap<>();
        for (ModelAcceptedSubmission row : rows) {
            if (row.windows().contains(window)
                    && !row.isRemoved(since)
                    && !row.receivedAt().isAfter(since)) {
                stands.merge(row.sent().who(), row.entry(), (stood, submitted) -> stood.with(submitted, rules));
            }
        }
        return stands;
    }

    /** All submissions of a participant in a window, newest first, including removed ones. */
    public List<ModelAcceptedSubmission> counted(ModelWindow window, String who) {
        return rows.reversed().stream()
                .filter(row -> row.windows().contains(window)
                        && Objects.equals(row.sent().who(), who))
                .toList();
    }
}
