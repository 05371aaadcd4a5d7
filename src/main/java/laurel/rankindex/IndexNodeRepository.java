package laurel.rankindex;

import static java.util.stream.Collectors.groupingBy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.rankindex.IndexNode.NodeKey;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads and writes index nodes, and reads the entries that they are built from, in batches. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class IndexNodeRepository implements SqlRepository {
    /** The root is the node of the highest level. Without nodes, counts the entries up to a maximum. */
    private static final String ROOTS = """
            SELECT input.ranking_id, b.level, b.separator, b.separators, b.entries_before, b.scores_before,
                   CASE WHEN b.level IS NULL
                        THEN (SELECT count(*) FROM (SELECT FROM <entry> AS e WHERE e.ranking_id = input.ranking_id
                                                    LIMIT input.max_count) AS e) END AS unindexed_count
            FROM unnest(:input.rankingId, :input.maxCount) AS input (ranking_id, max_count)
            LEFT JOIN LATERAL (
                SELECT * FROM rankindex_node AS r
                WHERE r.ranking_id = input.ranking_id
                ORDER BY r.level DESC
                LIMIT 1) AS b ON TRUE
            """;

    private static final String FIRST_ENTRIES = """
            SELECT input.query_number, e.tie_key, e.id_key, e.participant_id
            FROM unnest(:queryNumber, :input.rankingId, :input.sortKey, :input.subscoreKey, :input.size)
                 AS input (query_number, ranking_id, sort_key, subscore_key, size)
            CROSS JOIN LATERAL (
                SELECT f.tie_key, f.id_key, f.participant_id FROM <entry> AS f
                WHERE f.ranking_id = input.ranking_id AND f.sort_key = input.sort_key AND f.subscore_key = input.subscore_key
                ORDER BY f.tie_key, f.id_key
                LIMIT input.size) AS e
            """;

    private static final String ENTRIES_FROM = """
            SELECT input.query_number, e.*
            FROM unnest(:queryNumber, :input.rankingId, :input.from.sortKey, :input.from.subscoreKey, :input.from.tieKey,
                        :input.from.idKey, :input.size)
                 AS input (query_number, ranking_id, sort_key, subscore_key, tie_key, id_key, size)
            CROSS JOIN LATERAL (
                SELECT f.sort_key, f.subscore_key, f.tie_key, f.id_key, f.participant_id FROM <entry> AS f
                WHERE f.ranking_id = input.ranking_id
                  AND (f.sort_key, f.subscore_key, f.tie_key, f.id_key)
                      >= (input.sort_key, input.subscore_key, input.tie_key, input.id_key)
                ORDER BY f.sort_key, f.subscore_key, f.tie_key, f.id_key
                LIMIT input.size) AS e
            """;

    private static final String ALL_ENTRIES = """
            SELECT sort_key, subscore_key, tie_key, id_key, participant_id FROM <entry>
            WHERE ranking_id = :ranking
            ORDER BY sort_key, subscore_key, tie_key, id_key
            """;

    private final Sql sql;

    IndexNodeRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * A node, or a ranking without nodes.
     *
     * @param unindexedCount entries of the ranking, if it has no nodes; null otherwise
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    @Introspected
    record NodeRow(
            long rankingId,
            @Nullable Integer level,
            @Nullable List<byte[]> separators,
            int @Nullable [] entriesBefore,
            int @Nullable [] scoresBefore,
            @Nullable Long unindexedCount) {

        @Nullable
        IndexNode node() {
            return level == null || separators == null || entriesBefore == null || scoresBefore == null
                    ? null
                    : IndexNode.of(level, separators, entriesBefore, scoresBefore);
        }
    }

    /** A row of {@link #FIRST_ENTRIES}. */
    @Introspected
    record FirstEntry(int queryNumber, long tieKey, String idKey, long participantId) {
        RankKey key(long sortKey, long subscoreKey) {
            return new RankKey(sortKey, subscoreKey, tieKey, idKey, participantId);
        }
    }

    /** A row of {@link #ENTRIES_FROM}. */
    @Introspected
    record EntryKey(int queryNumber, RankKey key) {}

    private record RootQuery(long rankingId, int maxCount) {}

    /** The roots of these rankings, and the entry counts, up to a maximum, of those that have none. */
    List<NodeRow> roots(Collection<Long> rankings, int maxCount) {
        List<RootQuery> queries = rankings.stream()
                .map(ranking -> new RootQuery(ranking, maxCount))
                .toList();
        return new PartitionedQuery()
                .add(queries, root -> in(root.rankingId, ROOTS))
                .list(sql, NodeRow.class);
    }

    @Query("""
            SELECT b.*, NULL::bigint AS unindexed_count
            FROM unnest(:keys.rankingId, :keys.level, :keys.separator.bytes) AS input (ranking_id, level, separator)
            CROSS JOIN LATERAL (
                SELECT * FROM rankindex_node AS r
                WHERE r.ranking_id = input.ranking_id AND r.level = input.level AND r.separator = input.separator
                OFFSET 0) AS b
            """)
    abstract List<NodeRow> read(Collection<NodeKey> keys);

    /** A number of consecutive entries. */
    record EntriesFrom(long rankingId, RankKey from, int size) {}

    /** The entries of each range, in order, by the position of the range in the list. */
    Map<Integer, List<EntryKey>> entriesFrom(List<EntriesFrom> ranges) {
        var query = new PartitionedQuery().add(ranges, range -> in(range.rankingId, ENTRIES_FROM));
        return query.list(sql, EntryKey.class).stream()
                .sorted(Comparator.comparing(EntryKey::key))
                .collect(groupingBy(EntryKey::queryNumber));
    }

    /** Passes all entries of a ranking to a consumer, in order, without loading them all. */
    void forEachEntry(long ranking, Consumer<RankKey> consumer) {
        sql.of(in(ranking, ALL_ENTRIES)).bind("ranking", ranking).each(RankKey.class, consumer);
    }

    /** The first entries of a score. */
    record ScoreQuery(long rankingId, long sortKey, long subscoreKey, int size) {}

    /** The first entries of each score, in order, by the position of the score in the list. */
    Map<Integer, List<FirstEntry>> firstEntries(List<ScoreQuery> scores) {
        var query = new PartitionedQuery().add(scores, score -> in(score.rankingId, FIRST_ENTRIES));
        return query.list(sql, FirstEntry.class).stream()
                .sorted(Comparator.comparing(entry -> entry.key(0, 0)))
                .collect(groupingBy(FirstEntry::queryNumber));
    }

    /**
     * Inserts or updates nodes. Arrays are sent as text, because a statement takes no array of arrays. Separators that have
     * not changed are not sent.
     */
    @Query("""
            INSERT INTO rankindex_node (ranking_id, level, separator, separators, entries_before, scores_before)
            SELECT w.ranking_id, w.level, w.separator,
                   coalesce(w.separators::bytea[], (
                       SELECT b.separators FROM rankindex_node AS b
                       WHERE b.ranking_id = w.ranking_id AND b.level = w.level AND b.separator = w.separator)),
                   w.entries_before::integer[], w.scores_before::integer[]
            FROM unnest(:changed.key.rankingId, :changed.key.level, :changed.key.separator.bytes,
                        :changed.value.separatorArray, :changed.value.entriesBeforeArray, :changed.value.scoresBeforeArray)
                 AS w (ranking_id, level, separator, separators, entries_before, scores_before)
            ON CONFLICT (ranking_id, level, separator) DO UPDATE
            SET separators = excluded.separators, entries_before = excluded.entries_before,
                scores_before = excluded.scores_before
            """)
    abstract void write(Map<NodeKey, IndexNode> changed);

    /** Deletes by ctid, so that each key is one index look-up regardless of the planner's statistics. */
    @Query("""
            DELETE FROM rankindex_node WHERE ctid = ANY (ARRAY(
                SELECT b.ctid
                FROM unnest(:keys.rankingId, :keys.level, :keys.separator.bytes) AS input (ranking_id, level, separator),
                     LATERAL (SELECT r.ctid FROM rankindex_node AS r
                              WHERE r.ranking_id = input.ranking_id AND r.level = input.level AND r.separator = input.separator
                              OFFSET 0) AS b))
            """)
    abstract void delete(Collection<NodeKey> keys);

    @Query("DELETE FROM rankindex_node WHERE ranking_id = ANY (:rankings)")
    abstract void deleteAll(Collection<Long> rankings);

    private static String in(long ranking, String text) {
        return text.replace("<entry>", RankingId.entryTable(ranking));
    }
}
