package laurel.score.entry;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankIndexSql;
import laurel.window.RankingId;
import laurel.window.Window;

/**
 * Reads and writes entries, many at a time. A statement is put together from one part for each partition that it
 * touches, and names those partitions; {@code <n>} in a part is its number.
 */
@Singleton
public class EntryRepository {
    /**
     * Lateral and with OFFSET, so that it is one index look-up for each key whatever the planner believes of the table.
     */
    private static final String READ = """
            SELECT e.*
            FROM unnest(:keys<n>.rankingId, :keys<n>.participantId) AS wanted (ranking_id, participant_id),
                 LATERAL (SELECT * FROM <entry> AS s
                          WHERE s.ranking_id = wanted.ranking_id AND s.participant_id = wanted.participant_id
                          OFFSET 0) AS e
            """;

    /**
     * The participant's entries in the slice, then their rankings: the primary key begins with the participant, and it
     * stands in few rankings of one slice where a window may have any number of groups.
     */
    private static final String FIND = """
            SELECT e.*, r.window_id, r.group_values
            FROM unnest(:participants<n>) AS wanted (participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM <entry> AS s WHERE s.participant_id = wanted.participant_id OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT l.window_id, l.group_values FROM ranking AS l
                WHERE l.id = e.ranking_id AND l.window_id = ANY (:windows<n>)
                OFFSET 0) AS r
            """;

    private static final String RANKS =
            """
            SELECT k.ranking_id, k.participant_id, 1 + <better> AS rank
            FROM (<read>) AS k
            """.replace("<better>", RankIndexSql.BETTER_ENTRIES).replace("<read>", READ);
    private static final String WRITE = """
            w<n> AS (
                INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at,
                                     submission_id, metadata)
                SELECT w.ranking_id, w.participant_id, w.sort_key, w.subscore_key, w.tie_key, w.achieved_at,
                       w.submission_id, w.metadata
                FROM unnest(:rows<n>.rankingId, :rows<n>.participantId, :rows<n>.sortKey, :rows<n>.subscoreKey,
                            :rows<n>.tieKey, :rows<n>.achievedAt, :rows<n>.submissionId, :rows<n>.metadata)
                     AS w (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                           metadata)
                ON CONFLICT (ranking_id, participant_id) DO UPDATE
                SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key,
                    achieved_at = excluded.achieved_at, submission_id = excluded.submission_id,
                    metadata = excluded.metadata
            )
            """;

    /** By their addresses, so that it is one index look-up for each key whatever the planner believes of the table. */
    private static final String DELETE = """
            d<n> AS (
                DELETE FROM <entry> WHERE ctid = ANY (ARRAY(
                    SELECT e.ctid
                    FROM unnest(:gone<n>.rankingId, :gone<n>.participantId) AS gone (ranking_id, participant_id),
                         LATERAL (SELECT s.ctid FROM <entry> AS s
                                  WHERE s.ranking_id = gone.ranking_id AND s.participant_id = gone.participant_id
                                  OFFSET 0) AS e))
            )
            """;

    private final Sql sql;

    EntryRepository(Sql sql) {
        this.sql = sql;
    }

    /** The entries of these keys; those that do not exist are absent. */
    Map<EntryKey, EntryRow> read(Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = sql.of(parts(byTable.keySet(), READ, "UNION ALL\n"));
        bindEach(query, "keys", EntryKey.class, byTable);
        return query.list(EntryRow.class).stream().collect(Collectors.toMap(EntryRow::key, Function.identity()));
    }

    /** The entries of these participants in these windows, whatever their groups; where there are none it is absent. */
    public Map<InWindow, List<PlacedRow>> find(Collection<InWindow> places) {
        if (places.isEmpty()) {
            return Map.of();
        }
        Map<String, List<InWindow>> byTable = byTable(places, InWindow::table);
        var query = sql.of(parts(byTable.keySet(), FIND, "UNION ALL\n"));
        int n = 0;
        for (List<InWindow> part : byTable.values()) {
            query.bindEach("participants" + n, Long.class, distinct(part, InWindow::participantId));
            query.bindEach("windows" + n, Long.class, distinct(part, InWindow::windowId));
            n++;
        }
        Set<InWindow> wanted = Set.copyOf(places);
        return query.list(PlacedRow.class).stream()
                .filter(row -> wanted.contains(row.place()))
                .collect(Collectors.groupingBy(PlacedRow::place));
    }

    /** RANK() of the entries of these keys; those that do not exist are absent. */
    public Map<EntryKey, Integer> ranks(Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = sql.of(parts(byTable.keySet(), RANKS, "UNION ALL\n"));
        bindEach(query, "keys", EntryKey.class, byTable);
        return query.list(Ranked.class).stream().collect(Collectors.toMap(Ranked::key, Ranked::rank));
    }

    /** Makes these entries stand and those go, each key once. */
    void write(Collection<EntryRow> rows, Collection<EntryKey> gone) {
        if (rows.isEmpty() && gone.isEmpty()) {
            return;
        }
        Map<String, List<EntryRow>> written = byTable(rows, row -> row.key().table());
        Map<String, List<EntryKey>> deleted = byTable(gone, EntryKey::table);
        String parts = Stream.of(parts(written.keySet(), WRITE, ", "), parts(deleted.keySet(), DELETE, ", "))
                .filter(Predicate.not(String::isEmpty))
                .collect(Collectors.joining(", "));
        var update = sql.of("WITH " + parts + "SELECT");
        bindEach(update, "rows", EntryRow.class, written);
        bindEach(update, "gone", EntryKey.class, deleted);
        update.execute();
    }

    /** A row of {@link #RANKS}. */
    @Introspected
    record Ranked(EntryKey key, int rank) {}

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

    private static <T> void bindEach(Statement statement, String name, Class<T> row, Map<String, List<T>> byTable) {
        int n = 0;
        for (List<T> part : byTable.values()) {
            statement.bindEach(name + n, row, part);
            n++;
        }
    }

    private static <T> List<Long> distinct(List<T> rows, Function<T, Long> column) {
        return rows.stream().map(column).distinct().toList();
    }

    private static <T> Map<String, List<T>> byTable(Collection<T> rows, Function<T, String> table) {
        return rows.stream().collect(Collectors.groupingBy(table, TreeMap::new, Collectors.toList()));
    }

    /** An entry as it is stored, with the window and the group of its ranking. */
    @Introspected
    public record PlacedRow(EntryRow entry, long windowId, Group groupValues) {
        public GroupEntry placed(Leaderboard board) {
            return new GroupEntry(groupValues, entry.entry(board.sortOrder(groupValues)));
        }

        private InWindow place() {
            return new InWindow(entry.key().table(), windowId, entry.participantId());
        }
    }

    /** One participant in one window, in whichever groups it stands. */
    public record InWindow(String table, long windowId, long participantId) {
        public InWindow(Window window, long participantId) {
            this(window.entryTable(), window.id(), participantId);
        }
    }

    /** The primary key of an entry. */
    @Introspected
    public record EntryKey(long rankingId, long participantId) {
        String table() {
            return RankingId.entryTable(rankingId);
        }
    }
}
