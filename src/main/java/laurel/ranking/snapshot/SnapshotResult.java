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
     * The result of each query.
     *
     * @param rows runs a statement
     * @param text the SQL that answers a query
     */
    static Map<SnapshotQuery, SnapshotResult> of(
            Collection<SnapshotQuery> queries,
            Function<PartitionedQuery, List<SnapshotRow>> rows,
            Function<SnapshotQuery, String> text) {
        List<SnapshotQuery> asked = List.copyOf(queries);
        PartitionedQuery query = new PartitionedQuery();
        for (int ask = 0; ask < asked.size(); ask++) {
            for (Object part : asked.get(ask).parts()) {
                query.ask(text.apply(asked.get(ask)), ask, part);
            }
        }
        Map<Integer, List<SnapshotRow>> found = new HashMap<>();
        rows.apply(query).forEach(row -> found.computeIfAbsent(row.ask(), ask -> new ArrayList<>())
                .add(row));
        Map<SnapshotQuery, SnapshotResult> answers = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            answers.put(asked.get(ask), of(asked.get(ask), found.getOrDefault(ask, List.of())));
        }
        return answers;
    }

    private static SnapshotResult of(SnapshotQuery question, List<SnapshotRow> rows) {
        if (question.isCount()) {
            return new SnapshotResult(List.of(), Math.toIntExact(rows.getFirst().total()));
        }
        // A participant may be given by its ID and by its external ID.
        Map<Integer, SnapshotStanding> byPosition = new TreeMap<>();
        rows.forEach(row -> byPosition.put(row.position(), question.ranking().standing(row)));
        return new SnapshotResult(List.copyOf(byPosition.values()), 0);
    }
}
