package laurel.score;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Json;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes entries, many at a time. A statement is put together from one part for each partition that it
 * touches, and names those partitions; {@code <n>} in a part is its number.
 */
@Singleton
class EntryRepository {
    /**
     * Lateral and with OFFSET, so that it is one index look-up for each key whatever the planner believes of the table.
     */
    private static final String READ = """
            SELECT e.*
            FROM unnest(:rankings<n>, :participants<n>) AS wanted (ranking_id, participant_id),
                 LATERAL (SELECT * FROM <entry> AS s
                          WHERE s.ranking_id = wanted.ranking_id AND s.participant_id = wanted.participant_id
                          OFFSET 0) AS e
            """;

    private static final String RANKS =
            """
            SELECT k.ranking_id, k.participant_id, 1 + <better> AS rank
            FROM (<read>) AS k
            """.replace("<better>", RankIndex.BETTER).replace("<read>", READ);
    private static final String WRITE = """
            w<n> AS (
                INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at,
                                     submission_id, metadata)
                SELECT w.ranking_id, w.participant_id, w.sort_key, w.subscore_key, w.tie_key, w.achieved_at,
                       w.submission_id, w.metadata
                FROM unnest(:rankings<n>, :participants<n>, :sortKeys<n>, :subscoreKeys<n>, :tieKeys<n>,
                            :achievedAts<n>, :submissions<n>, :metadatas<n>)
                     AS w (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                           metadata)
                ON CONFLICT (ranking_id, participant_id) DO UPDATE
                SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key,
                    achieved_at = excluded.achieved_at, submission_id = excluded.submission_id,
                    metadata = excluded.metadata
            )
            """;

    /** The entries of these keys; those that do not exist are absent. */
    Map<EntryKey, EntryRow> read(Handle handle, Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = handle.createQuery(parts(byTable.keySet(), READ, "UNION ALL\n"));
        bindKeys(query, byTable);
        return query.mapTo(EntryRow.class).list().stream()
                .collect(Collectors.toMap(EntryRow::key, Function.identity()));
    }

    /** RANK() of the entries of these keys; those that do not exist are absent. */
    Map<EntryKey, Integer> ranks(Handle handle, Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = handle.createQuery(parts(byTable.keySet(), RANKS, "UNION ALL\n"));
        bindKeys(query, byTable);
        return query.mapTo(Ranked.class).list().stream()
                .collect(Collectors.toMap(r -> new EntryKey(r.rankingId, r.participantId), Ranked::rank));
    }

    /** Makes these entries stand, each key once. */
    void write(Handle handle, Collection<EntryRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Map<String, List<EntryRow>> byTable = byTable(rows, row -> row.key().table());
        var update = handle.createUpdate("WITH " + parts(byTable.keySet(), WRITE, ", ") + "SELECT");
        int n = 0;
        for (List<EntryRow> part : byTable.values()) {
            bind(update, "rankings" + n, Long.class, part, EntryRow::rankingId);
            bind(update, "participants" + n, Long.class, part, EntryRow::participantId);
            bind(update, "sortKeys" + n, Long.class, part, EntryRow::sortKey);
            bind(update, "subscoreKeys" + n, Long.class, part, EntryRow::subscoreKey);
            bind(update, "tieKeys" + n, Long.class, part, EntryRow::tieKey);
            bind(update, "achievedAts" + n, Instant.class, part, EntryRow::achievedAt);
            bind(update, "submissions" + n, Long.class, part, EntryRow::submissionId);
            bind(update, "metadatas" + n, Json.class, part, EntryRow::metadata);
            n++;
        }
        update.execute();
    }

    /** A row of {@link #RANKS}. */
    record Ranked(long rankingId, long participantId, int rank) {}

    private static String parts(Collection<String> tables, String part, String separator) {
        StringBuilder text = new StringBuilder();
        int n = 0;
        for (String table : tables) {
            text.append(n == 0 ? "" : separator)
                    .append(part.replace("<entry>", table).replace("<n>", Integer.toString(n)));
            n++;
        }
        return text.toString();
    }

    private static void bindKeys(SqlStatement<?> statement, Map<String, List<EntryKey>> byTable) {
        int n = 0;
        for (List<EntryKey> part : byTable.values()) {
            bind(statement, "rankings" + n, Long.class, part, EntryKey::rankingId);
            bind(statement, "participants" + n, Long.class, part, EntryKey::participantId);
            n++;
        }
    }

    private static <T> void bind(
            SqlStatement<?> statement, String name, Class<?> type, List<T> rows, Function<T, @Nullable Object> column) {
        statement.bindArray(name, type, rows.stream().map(column).toArray());
    }

    private static <T> Map<String, List<T>> byTable(Collection<T> rows, Function<T, String> table) {
        return rows.stream().collect(Collectors.groupingBy(table, TreeMap::new, Collectors.toList()));
    }
}
