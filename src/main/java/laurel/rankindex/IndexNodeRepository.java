package laurel.rankindex;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import laurel.database.sql.Parameter;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.database.sql.Versioned;
import laurel.rankindex.IndexNode.NodeKey;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads and writes index nodes, and reads the entries that they are built from, in batches. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class IndexNodeRepository implements SqlRepository {
    /**
     * The root is the node of the highest level. It is large, so a known version is not returned again. Without nodes, counts the
     * entries up to a maximum.
     */
    private static final String ROOTS = """
            SELECT input.ranking_id, b.level, b.version,
                   CASE WHEN b.version IS DISTINCT FROM input.known_version THEN b.separators END AS separators,
                   CASE WHEN b.version IS DISTINCT FROM input.known_version THEN b.entries_before END AS entries_before,
                   CASE WHEN b.version IS DISTINCT FROM input.known_version THEN b.scores_before END AS scores_before,
                   CASE WHEN b.level IS NULL
                        THEN (SELECT count(*) FROM (SELECT FROM <entry> AS e WHERE e.ranking_id = input.ranking_id
                                                    LIMIT input.max_count) AS e) END AS unindexed_count
            FROM unnest(:input.rankingId, :input.maxCount, :input.knownVersion)
                 AS input (ranking_id, max_count, known_version)
            LEFT JOIN LATERAL (
                SELECT *, <version> AS version FROM rankindex_node AS r
                WHERE r.ranking_id = input.ranking_id
                ORDER BY r.level DESC
                LIMIT 1) AS b ON TRUE
            """.replace("<version>", Versioned.ROW_VERSION);

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

    private static final String VERSIONS = """
            SELECT ranking_id, level, version FROM written WHERE separator = ''
            """;

    private static final String WRITE = """
            WITH written AS (
                INSERT INTO rankindex_node AS r (ranking_id, level, separator, separators, entries_before, scores_before)
                SELECT w.ranking_id, w.level, w.separator, w.separators::bytea[],
                       c.entries[w.after - cardinality(w.separators::bytea[]) : w.after],
                       c.scores[w.after - cardinality(w.separators::bytea[]) : w.after]
                FROM (SELECT :entries::integer[] AS entries, :scores::integer[] AS scores OFFSET 0) AS c
                CROSS JOIN unnest(:changed.key.rankingId, :changed.key.level, :changed.key.separator.bytes,
                                  :changed.node.separatorArray, :end)
                     AS w (ranking_id, level, separator, separators, after)
                ON CONFLICT (ranking_id, level, separator) DO UPDATE
                SET separators = excluded.separators, entries_before = excluded.entries_before,
                    scores_before = excluded.scores_before
                RETURNING r.ranking_id, r.level, r.separator, <version> AS version)
            """.replace("<version>", Versioned.ROW_VERSION) + VERSIONS;

    /** Updates by ctid, so that each key is one index look-up regardless of the planner's statistics. */
    private static final String WRITE_COUNTS = """
            WITH written AS (
                UPDATE rankindex_node AS r SET entries_before = w.entries, scores_before = w.scores
                FROM (SELECT b.ctid AS place, c.entries[w.after - w.size : w.after] AS entries,
                             c.scores[w.after - w.size : w.after] AS scores
                      FROM (SELECT :entries::integer[] AS entries, :scores::integer[] AS scores OFFSET 0) AS c
                      CROSS JOIN unnest(:changed.key.rankingId, :changed.key.level, :changed.key.separator.bytes,
                                        :changed.node.size, :end)
                           AS w (ranking_id, level, separator, size, after)
                      CROSS JOIN LATERAL (
                          SELECT q.ctid FROM rankindex_node AS q
                          WHERE q.ranking_id = w.ranking_id AND q.level = w.level AND q.separator = w.separator
                          OFFSET 0) AS b OFFSET 0) AS w
                WHERE r.ctid = w.place
                RETURNING r.ranking_id, r.level, r.separator, <version> AS version)
            """.replace("<version>", Versioned.ROW_VERSION) + VERSIONS;

    private final Sql sql;

    IndexNodeRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * A node, or a ranking without nodes. A root in a known version has only its level.
     *
     * @param version        of the row of a root; null of other nodes
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
            @Nullable String version,
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

    /** @param knownVersion version of the root that is not returned; null to return any */
    private record RootQuery(
            long rankingId, int maxCount, @Nullable String knownVersion) {}

    /** The roots of these rankings, and the entry counts, up to a maximum, of those that have none. */
    Supplier<List<NodeRow>> roots(Collection<Long> rankings, int maxCount) {
        return roots(rankings, ranking -> maxCount, Map.of());
    }

    /**
     * @param maxCount the largest entry count to return for a ranking; 0 if its entries are not counted
     * @param known    versions of roots that are not returned again, by ranking
     */
    Supplier<List<NodeRow>> roots(Collection<Long> rankings, LongToIntFunction maxCount, Map<Long, String> known) {
        List<RootQuery> queries = rankings.stream()
                .map(ranking -> new RootQuery(ranking, maxCount.applyAsInt(ranking), known.get(ranking)))
                .toList();
        return new PartitionedQuery()
                .add(queries, in(ROOTS, root -> root.rankingId))
                .listLater(sql, NodeRow.class);
    }

    @Query("""
            SELECT b.*, NULL::text AS version, NULL::bigint AS unindexed_count
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
        var query = new PartitionedQuery().add(ranges, in(ENTRIES_FROM, range -> range.rankingId));
        Map<Integer, List<EntryKey>> byQuery = query.list(sql, EntryKey.class).stream()
                .collect(groupingBy(EntryKey::queryNumber, toCollection(ArrayList::new)));
        byQuery.values().forEach(entries -> entries.sort(Comparator.comparing(EntryKey::key)));
        return byQuery;
    }

    /** Passes all entries of a ranking to a consumer, in order, without loading them all. */
    void forEachEntry(long ranking, Consumer<RankKey> consumer) {
        sql.of(ALL_ENTRIES.replace("<entry>", RankingId.entryTable(ranking)))
                .bind("ranking", ranking)
                .each(RankKey.class, consumer);
    }

    /** The first entries of a score. */
    record ScoreQuery(long rankingId, long sortKey, long subscoreKey, int size) {}

    /** The first entries of each score, in order, by the position of the score in the list. */
    Supplier<Map<Integer, List<FirstEntry>>> firstEntries(List<ScoreQuery> scores) {
        Supplier<List<FirstEntry>> entries = new PartitionedQuery()
                .add(scores, in(FIRST_ENTRIES, score -> score.rankingId))
                .listLater(sql, FirstEntry.class);
        return () -> {
            Map<Integer, List<FirstEntry>> byQuery =
                    entries.get().stream().collect(groupingBy(FirstEntry::queryNumber, toCollection(ArrayList::new)));
            byQuery.values().forEach(some -> some.sort(Comparator.comparing(entry -> entry.key(0, 0))));
            return byQuery;
        };
    }

    /** The stored root of a ranking. */
    @Introspected
    record RootVersion(long rankingId, int level, String version) {}

    /**
     * Writes nodes together with the next statement of the transaction, and returns the versions of those at the start of a
     * ranking. The roots are among them.
     */
    Supplier<List<RootVersion>> write(Map<NodeKey, IndexNode> changed) {
        List<Supplier<List<RootVersion>>> written = changed.entrySet().stream()
                .map(one -> new ChangedNode(one.getKey(), one.getValue()))
                .collect(groupingBy(one -> one.node.unsaved == IndexNode.Unsaved.ALL ? WRITE : WRITE_COUNTS))
                .entrySet()
                .stream()
                .map(statement -> write(statement.getKey(), statement.getValue()))
                .toList();
        return () -> written.stream().flatMap(rows -> rows.get().stream()).toList();
    }

    private record ChangedNode(NodeKey key, IndexNode node) {}

    private Supplier<List<RootVersion>> write(String text, List<ChangedNode> nodes) {
        Counts counts = Counts.of(nodes.stream().map(ChangedNode::node).toList());
        return sql.of(text)
                .bindEach("changed", ChangedNode.class, nodes)
                .bindEach("end", Integer.class, counts.ends)
                .set("entries", Parameter.ofInts(counts.entries))
                .set("scores", Parameter.ofInts(counts.scores))
                .listLater(RootVersion.class);
    }

    /** The counts of several nodes, one after the other. A statement takes no array of arrays. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Counts(List<Integer> ends, int[] entries, int[] scores) {
        static Counts of(List<IndexNode> nodes) {
            int size = nodes.stream().mapToInt(node -> node.size() + 1).sum();
            Counts counts = new Counts(new ArrayList<>(), new int[size], new int[size]);
            int from = 0;
            for (IndexNode node : nodes) {
                node.before(counts.entries, counts.scores, from);
                from += node.size() + 1;
                counts.ends.add(from);
            }
            return counts;
        }
    }

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

    /** Returns the text for the partition of each query's ranking. A batch has thousands of queries, of few partitions. */
    private static <T> Function<T, String> in(String text, ToLongFunction<T> ranking) {
        Map<String, String> texts = new HashMap<>();
        return query -> texts.computeIfAbsent(
                RankingId.entryTable(ranking.applyAsLong(query)), table -> text.replace("<entry>", table));
    }
}
