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
 * What a question to a ranking that does not change finds.
 *
 * @param standings in order of position
 * @param number    the number that was asked for; 0 if it was not one
 */
public record SnapshotResult(List<SnapshotStanding> standings, int number) implements Measured {
    /** The one that was asked for; null if there is none. */
    @Nullable
    public SnapshotStanding only() {
        return standings.isEmpty() ? null : standings.getFirst();
    }

    /** The first that does not stand before the page; null if there is none. */
    @Nullable
    public SnapshotStanding unmarked() {
        return standings.stream().filter(one -> !one.row().marked()).findFirst().orElse(null);
    }

    @Override
    public long heldBytes() {
        return standings.stream().mapToLong(Measured::heldBytes).sum();
    }

    /**
     * What answers these questions.
     *
     * @param rows reads what a query gives
     * @param text of the part that answers a question
     */
    static Map<SnapshotQuery, SnapshotResult> of(
            Collection<SnapshotQuery> questions,
            Function<PartitionedQuery, List<SnapshotRow>> rows,
            Function<SnapshotQuery, String> text) {
        List<SnapshotQuery> asked = List.copyOf(questions);
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
        if (question.isNumber()) {
            return new SnapshotResult(List.of(), Math.toIntExact(rows.getFirst().total()));
        }
        // A participant may be named in two ways.
        Map<Integer, SnapshotStanding> byPosition = new TreeMap<>();
        rows.forEach(row -> byPosition.put(row.position(), question.ranking().standing(row)));
        return new SnapshotResult(List.copyOf(byPosition.values()), 0);
    }
}
