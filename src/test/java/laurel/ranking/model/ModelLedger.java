package laurel.ranking.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** All that a board has taken. What stands is what is left of it, one submission meeting the other from the first. */
final class ModelLedger {
    private final ModelRules rules;
    private final List<ModelRow> rows = new ArrayList<>();

    ModelLedger(ModelRules rules) {
        this.rules = rules;
    }

    List<ModelRow> rows() {
        return rows;
    }

    void add(ModelRow row) {
        rows.add(row);
    }

    /** Puts another in the place of the one that bears its number. */
    void replace(ModelRow row) {
        rows.set(row.number(), row);
    }

    /** Every window that ever took something. */
    List<ModelSpan> windows() {
        return rows.stream().flatMap(row -> row.windows().stream()).distinct().toList();
    }

    /** What stands, by window and participant. */
    Map<ModelSpan, Map<String, ModelEntry>> stands() {
        return windows().stream().collect(Collectors.toMap(window -> window, this::stands));
    }

    /** What stands in a window, by participant. */
    Map<String, ModelEntry> stands(ModelSpan window) {
        return stands(window, Instant.MAX);
    }

    /** The same, as it stood at a moment: of what had been received by then and not removed. */
    Map<String, ModelEntry> stands(ModelSpan window, Instant since) {
        Map<String, ModelEntry> stands = new LinkedHashMap<>();
        for (ModelRow row : rows) {
            if (row.windows().contains(window)
                    && !row.isRemoved(since)
                    && !row.receivedAt().isAfter(since)) {
                stands.merge(row.sent().who(), row.entry(), (stood, submitted) -> stood.with(submitted, rules));
            }
        }
        return stands;
    }

    /** All that a window took of somebody, newest first, what was removed among it. */
    List<ModelRow> counted(ModelSpan window, String who) {
        return rows.reversed().stream()
                .filter(row -> row.windows().contains(window)
                        && Objects.equals(row.sent().who(), who))
                .toList();
    }
}
