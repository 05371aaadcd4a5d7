package laurel.ranking.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import laurel.database.sql.PartitionedQuery;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * Result of a {@link SnapshotQuery}.
 *
 * @param standings in order of position
 * @param number    result of a count; 0 for other queries
 */
public record SnapshotResult(List<SnapshotStanding> standings, int number) implements Measured {
    /** The first standing. Null if the result is empty. */
    @Nullable
    public SnapshotStanding only() {
        return standings.isEmpty() ? null : standings.getFirst();
    }

    /** The first standing that is not marked. Null if there is none. */
    @Nullable
    public SnapshotStanding unmarked() {
        return standings.stream().filter(one -> !one.row().marked()).findFirst().orElse(null);
    }

    @Override
    public long heldBytes() {
        return standings.stream().mapToLong(Measured::heldBytes).sum();
    }

    /**
     * Returns the result of each query.
     *
     * @param rows runs the statement
     * @param text the SQL that results a query
     */
    static Map<SnapshotQuery, SnapshotResult> of(
            Collection<SnapshotQuery> queries,
            Function<PartitionedQuery, List<SnapshotRow>> rows,
            Function<SnapshotQuery, String> text) {
        List<SnapshotQuery> list = List.copyOf(queries);
        PartitionedQuery statement = new PartitionedQuery();
        for (int number = 0; number < list.size(); number++) {
            for (Object value : list.get(number).parts()) {
                statement.add(text.apply(list.get(number)), number, value);
            }
        }
        Map<Integer, List<SnapshotRow>> found = new HashMap<>();
        rows.apply(statement).forEach(row -> found.computeIfAbsent(row.queryNumber(), number -> new ArrayList<>())
                .add(row));
        Map<SnapshotQuery, SnapshotResult> results = new HashMap<>();
        for (int number = 0; number < list.size(); number++) {
            results.put(list.get(number), of(list.get(number), found.getOrDefault(number, List.of())));
        }
        return results;
    }

    private static SnapshotResult of(SnapshotQuery query, List<SnapshotRow> rows) {
        if (query.isCount()) {
            return new SnapshotResult(List.of(), Math.toIntExact(rows.getFirst().total()));
        }
        // A participant may be given by its ID and by its external ID.
        Map<Integer, SnapshotStanding> byPosition = new TreeMap<>();
        rows.forEach(row -> byPosition.put(row.position(), query.ranking().standing(row)));
        return new SnapshotResult(List.copyOf(byPosition.values()), 0);
    }
}
