package laurel.score.entry;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankIndexSql;
import laurel.window.RankingId;
import laurel.window.Window;
import laurel.window.Window.OpenWindow;

/**
 * Reads entries in bulk. A statement consists of one part for each partition that it uses, and names the
 * partitions directly; {@code <n>} in a part is its number.
 */
@Singleton
public class EntryRepository {
    /** Has the entries of banned and hidden participants, in the columns of a partition. */
    static final String WITHHELD = "restriction_entry";

    /** LATERAL with OFFSET makes this one index look-up per key, regardless of the planner's statistics. */
    private static final String READ = """
            SELECT e.*
            FROM unnest(:keys<n>.rankingId, :keys<n>.participantId) AS input (ranking_id, participant_id),
                 LATERAL (SELECT * FROM <entry> AS s
                          WHERE s.ranking_id = input.ranking_id AND s.participant_id = input.participant_id
                          OFFSET 0) AS e
            """;

    /**
     * Reads the participant's entries in the slice, then their rankings. The primary key begins with the participant. A
     * participant has few entries in a slice, while a window may have any number of groups.
     */
    private static final String FIND = """
            SELECT e.*, r.window_id, r.group_values, '<entry>' = 'restriction_entry' AS withheld
            FROM unnest(:participants<n>) AS input (participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM <entry> AS s WHERE s.participant_id = input.participant_id OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT l.window_id, l.group_values FROM ranking AS l
                WHERE l.id = e.ranking_id AND l.window_id = ANY (:windows<n>)
                OFFSET 0) AS r
            """;

    /** Reads the participant's entries in the slice, then their rankings and windows. */
    private static final String IN_WINDOWS = """
            SELECT e.*, r.window_id, r.group_values, '<entry>' = 'restriction_entry' AS withheld
            FROM (SELECT * FROM <entry> AS s WHERE s.participant_id = :participant OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT l.window_id, l.group_values FROM ranking AS l
                WHERE l.id = e.ranking_id AND l.leaderboard_id = ANY (:boards)
                OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS l WHERE l.id = r.window_id AND <condition> OFFSET 0) AS w
            """;

    private static final String OPEN = IN_WINDOWS.replace("<condition>", "l.requested_revision = 0");
    private static final String UNEXPIRED = IN_WINDOWS.replace("<condition>", "l.expired_at IS NULL");

    private static final String RANKS =
            """
            SELECT k.ranking_id, k.participant_id, 1 + <better> AS rank
            FROM (<read>) AS k
            """.replace("<better>", RankIndexSql.BETTER_ENTRIES).replace("<read>", READ);

    private final Sql sql;

    EntryRepository(Sql sql) {
        this.sql = sql;
    }

    /** An entry to look up: that of a participant in a grouping of a window, in any group. */
    public record EntrySlot(long windowId, Grouping grouping, long participantId) {}

    /**
     * A participant whose entries in an open window are looked up, in every grouping.
     *
     * @param withheld whether the participant is banned or hidden
     */
    public record EntryLookup(Leaderboard board, OpenWindow window, long participantId, boolean withheld) {
        private EntryKey key() {
            return new EntryKey(window.rankingId(), participantId);
        }

        private ParticipantInWindow place() {
            return new ParticipantInWindow(window.window(), participantId, withheld);
        }

        private EntrySlot slot(Grouping grouping) {
            return new EntrySlot(window.window().id(), grouping, participantId);
        }
    }

    /**
     * Returns the current entries of these participants. Without groupings the keys of the entries are known; with
     * groupings, and if the participant is banned or hidden, its entries are searched, because their groups are not known.
     */
    public Map<EntrySlot, Entry> current(Collection<EntryLookup> lookups) {
        Map<EntryKey, EntryLookup> ungrouped = new HashMap<>();
        Map<ParticipantInWindow, EntryLookup> grouped = new HashMap<>();
        for (EntryLookup lookup : lookups) {
            if (lookup.board.grouped() || lookup.withheld) {
                grouped.put(lookup.place(), lookup);
            } else {
                ungrouped.put(lookup.key(), lookup);
            }
        }
        Map<EntrySlot, Entry> current = new HashMap<>();
        read(ungrouped.keySet()).forEach((key, row) -> {
            EntryLookup lookup = requireNonNull(ungrouped.get(key));
            current.put(lookup.slot(Grouping.EVERYONE), row.entry(lookup.board, Group.EVERYONE));
        });
        find(grouped.keySet()).forEach((place, rows) -> {
            EntryLookup lookup = requireNonNull(grouped.get(place));
            rows.forEach(row -> lookup.board
                    .grouping(row.groupValues().attributes())
                    .ifPresent(grouping -> current.put(lookup.slot(grouping), row.entry(lookup.board))));
        });
        return current;
    }

    private Map<EntryKey, EntryRow> read(Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = sql.of(parts(byTable.keySet(), READ, "UNION ALL\n"));
        bindEach(query, "keys", EntryKey.class, byTable);
        return query.list(EntryRow.class).stream().collect(Collectors.toMap(EntryRow::key, Function.identity()));
    }

    /** Returns the entries of these participants in these windows, in any group. Participants without entries are absent. */
    public Map<ParticipantInWindow, List<GroupedRow>> find(Collection<ParticipantInWindow> places) {
        if (places.isEmpty()) {
            return Map.of();
        }
        Map<String, List<ParticipantInWindow>> byTable = byTable(places, ParticipantInWindow::table);
        var query = sql.of(parts(byTable.keySet(), FIND, "UNION ALL\n"));
        int n = 0;
        for (List<ParticipantInWindow> part : byTable.values()) {
            query.bindEach("participants" + n, Long.class, distinct(part, ParticipantInWindow::participantId));
            query.bindEach("windows" + n, Long.class, distinct(part, ParticipantInWindow::windowId));
            n++;
        }
        Set<ParticipantInWindow> requested = Set.copyOf(places);
        return query.list(GroupedRow.class).stream()
                .filter(row -> requested.contains(row.place()))
                .collect(Collectors.groupingBy(GroupedRow::place));
    }

    /**
     * Returns the entries of a participant in all windows of a leaderboard that have not expired. Those that are not withheld
     * are read from all partitions.
     *
     * @param withheld whether to return withheld entries, or others
     */
    public List<GroupedRow> unexpired(int board, long participant, boolean withheld) {
        return sql.of(UNEXPIRED.replace("<entry>", withheld ? WITHHELD : "entry"))
                .bind("participant", participant)
                .bindEach("boards", Integer.class, List.of(board))
                .list(GroupedRow.class);
    }

    /**
     * Returns the entries of a participant in all windows of these leaderboards that are not closed, by window. Withheld
     * entries are among them.
     *
     * @param tables the tables with the entries of these windows
     */
    public Map<Long, List<GroupedRow>> open(Collection<String> tables, Collection<Integer> boards, long participant) {
        if (tables.isEmpty()) {
            return Map.of();
        }
        return sql
                .of(parts(Stream.concat(tables.stream(), Stream.of(WITHHELD)).toList(), OPEN, "UNION ALL\n"))
                .bind("participant", participant)
                .bindEach("boards", Integer.class, boards)
                .list(GroupedRow.class)
                .stream()
                .collect(Collectors.groupingBy(GroupedRow::windowId, TreeMap::new, Collectors.toList()));
    }

    /** Returns RANK() of the entries with these keys. Entries that do not exist are absent. */
    public Map<EntryKey, Integer> ranks(Collection<EntryKey> keys) {
        return ranksLater(keys).get();
    }

    /** Does the same when the ranks are needed, as {@link Statement#listLater} does. */
    Supplier<Map<EntryKey, Integer>> ranksLater(Collection<EntryKey> keys) {
        if (keys.isEmpty()) {
            return Map::of;
        }
        Map<String, List<EntryKey>> byTable = byTable(keys, EntryKey::table);
        var query = sql.of(parts(byTable.keySet(), RANKS, "UNION ALL\n"));
        bindEach(query, "keys", EntryKey.class, byTable);
        Supplier<List<RankedKey>> ranked = query.listLater(RankedKey.class);
        return () -> ranked.get().stream().collect(Collectors.toMap(RankedKey::key, RankedKey::rank));
    }

    /** A row of {@link #RANKS}. */
    @Introspected
    record RankedKey(EntryKey key, int rank) {}

    /** Returns the part of a statement for each table, with the table's number. */
    static String parts(Collection<String> tables, String part, String separator) {
        StringBuilder text = new StringBuilder();
        int n = 0;
        for (String table : tables) {
            text.append(n == 0 ? "" : separator)
                    .append(part.replace("<entry>", table).replace("<n>", Integer.toString(n)));
            n++;
        }
        return text.toString();
    }

    /** Binds the rows of each table to the parameter with the table's number. */
    static <T> void bindEach(Statement statement, String name, Class<T> row, Map<String, List<T>> byTable) {
        int n = 0;
        for (List<T> part : byTable.values()) {
            statement.bindEach(name + n, row, part);
            n++;
        }
    }

    private static <T> List<Long> distinct(List<T> rows, Function<T, Long> column) {
        return rows.stream().map(column).distinct().toList();
    }

    static <T> Map<String, List<T>> byTable(Collection<T> rows, Function<T, String> table) {
        return rows.stream().collect(Collectors.groupingBy(table, TreeMap::new, Collectors.toList()));
    }

    /**
     * A stored entry with the window and the group of its ranking.
     *
     * @param withheld whether it is not ranked, because the participant is banned or hidden
     */
    @Introspected
    public record GroupedRow(EntryRow row, long windowId, Group groupValues, boolean withheld) {
        public Entry entry(Leaderboard board) {
            return row.entry(board, groupValues);
        }

        private ParticipantInWindow place() {
            return new ParticipantInWindow(withheld ? WITHHELD : row.key().table(), windowId, row.participantId());
        }
    }

    /** A participant in a window, in any group. */
    public record ParticipantInWindow(String table, long windowId, long participantId) {
        public ParticipantInWindow(Window window, long participantId, boolean withheld) {
            this(withheld ? WITHHELD : window.entryTable(), window.id(), participantId);
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
