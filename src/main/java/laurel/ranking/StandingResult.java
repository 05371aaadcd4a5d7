package laurel.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * Result of a {@link StandingQuery}.
 *
 * @param standings best first
 * @param marked    the standing that the query marks; null if it marks none
 */
public record StandingResult(
        List<Standing> standings, @Nullable Standing marked) implements Measured {
    /** @param rows in any order */
    static StandingResult of(StandingQuery query, List<StandingRow> rows) {
        List<StandingRow> bestFirst =
                rows.stream().sorted(Comparator.comparing(StandingRow::key)).toList();
        List<Standing> standings = new ArrayList<>();
        Standing marked = null;
        for (StandingRow row : bestFirst) {
            if (!standings.isEmpty() && standings.getLast().key().equals(row.key())) {
                continue; // The participant was given by its ID and by its external ID.
            }
            boolean first = standings.isEmpty() || !query.consecutive();
            Standing found = Standing.of(query.ranking(), row);
            Standing standing = first ? found : found.after(standings.getLast());
            standings.add(standing);
            marked = row.marked() ? standing : marked;
        }
        return new StandingResult(standings, marked);
    }

    /** The first standing. Null if the result is empty. */
    @Nullable
    public Standing only() {
        return standings.isEmpty() ? null : standings.getFirst();
    }

    @Override
    public long heldBytes() {
        return standings.stream().mapToLong(Standing::heldBytes).sum();
    }

    /** The metrics to compute: those of consecutive standings follow from the first, where a rank after a tie is a position. */
    static Set<RankMetric> metrics(StandingQuery query) {
        Set<RankMetric> metrics = EnumSet.noneOf(RankMetric.class);
        metrics.addAll(query.metrics());
        if (query.consecutive() && metrics.contains(RankMetric.BETTER_ENTRIES)) {
            metrics.add(RankMetric.PRECEDING_ENTRIES);
        }
        return metrics;
    }
}
