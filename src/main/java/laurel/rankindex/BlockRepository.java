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
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads and writes blocks, many at a time. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class BlockRepository implements SqlRepository {
    /**
     * The highest block of a ranking is its root; where there is none, its entries are counted, but no further than
     * needed.
     */
    private static final String ROOTS = """
            SELECT a.ranking_id, b.level, b.bound, b.bounds, b.entries, b.scores,
                   CASE WHEN b.level IS NULL
                        THEN (SELECT count(*) FROM (SELECT FROM <entry> AS e WHERE e.ranking_id = a.ranking_id
                                                    LIMIT a.most) AS e) END AS unindexed
            FROM unnest(:asked.rankingId, :asked.most) AS a (ranking_id, most)
            LEFT JOIN LATERAL (
                SELECT * FROM block AS r WHERE r.ranking_id = a.ranking_id ORDER BY r.level DESC LIMIT 1) AS b ON TRUE
            """;

    /** The first entries of a score. */
    private static final String FIRSTS = """
            SELECT a.ask, e.tie_key, e.participant_id
            FROM unnest(:ask, :asked.rankingId, :asked.sortKey, :asked.subscoreKey, :asked.size)
                 AS a (ask, ranking_id, sort_key, subscore_key, size)
            CROSS JOIN LATERAL (
                SELECT f.tie_key, f.participant_id FROM <entry> AS f
                WHERE f.ranking_id = a.ranking_id AND f.sort_key = a.sort_key AND f.subscore_key = a.subscore_key
                ORDER BY f.tie_key, f.participant_id
                LIMIT a.size) AS e
            """;

    /** Entries that follow each other. */
    private static final String FOLLOWING = """
            SELECT a.ask, e.*
            FROM unnest(:ask, :asked.rankingId, :asked.from.sortKey, :asked.from.subscoreKey, :asked.from.tieKey,
                        :asked.from.participantId, :asked.size)
                 AS a (ask, ranking_id, sort_key, subscore_key, tie_key, participant_id, size)
            CROSS JOIN LATERAL (
                SELECT f.sort_key, f.subscore_key, f.tie_key, f.participant_id FROM <entry> AS f
                WHERE f.ranking_id = a.ranking_id
                  AND (f.sort_key, f.subscore_key, f.tie_key, f.participant_id)
                      >= (a.sort_key, a.subscore_key, a.tie_key, a.participant_id)
                ORDER BY f.sort_key, f.subscore_key, f.tie_key, f.participant_id
                LIMIT a.size) AS e
            """;

    private static final String EVERY = """
            SELECT sort_key, subscore_key, tie_key, participant_id FROM <entry>
            WHERE ranking_id = :ranking
            ORDER BY sort_key, subscore_key, tie_key, participant_id
            """;

    private final Sql sql;

    BlockRepository(Sql sql) {
        this.sql = sql;
    }

    /** A block of a ranking; of a ranking without blocks, how many entries it has. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    @Introspected
    record Row(
            long rankingId,
            @Nullable Integer level,
            @Nullable List<byte[]> bounds,
            int @Nullable [] entries,
            int @Nullable [] scores,
            @Nullable Long unindexed) {

        @Nullable
        Block block() {
            return level == null || bounds == null || entries == null || scores == null
                    ? null
                    : Block.of(level, bounds, entries, scores);
        }
    }

    /** A row of {@link #FIRSTS}. */
    @Introspected
    record First(int ask, long tieKey, long participantId) {}

    /** A row of {@link #FOLLOWING}. */
    @Introspected
    record Following(int ask, RankKey place) {}

    /** A ranking, and up to how many of its entries are counted where it has no root. */
    private record Root(long rankingId, int most) {}

    /** The roots of these rankings; of those without, how many entries they have, up to a number. */
    List<Row> roots(Collection<Long> rankings, int most) {
        List<Root> asked =
                rankings.stream().map(ranking -> new Root(ranking, most)).toList();
        return new PartitionedQuery()
                .ask(asked, root -> in(root.rankingId, ROOTS))
                .list(sql, Row.class);
    }

    /** The blocks of these keys. */
    @Query("""
            SELECT b.*, NULL::bigint AS unindexed
            FROM unnest(:keys.rankingId, :keys.level, :keys.bound.bytes) AS a (ranking_id, level, bound)
            CROSS JOIN LATERAL (
                SELECT * FROM block AS r
                WHERE r.ranking_id = a.ranking_id AND r.level = a.level AND r.bound = a.bound
                OFFSET 0) AS b
            """)
    abstract List<Row> read(Collection<BlockKey> keys);

    /** Entries that follow each other, so many of them. */
    record Stretch(long rankingId, RankKey from, int size) {}

    /** The entries of each stretch, in order. */
    Map<Integer, List<Following>> following(List<Stretch> stretches) {
        var query = new PartitionedQuery().ask(stretches, stretch -> in(stretch.rankingId, FOLLOWING));
        return query.list(sql, Following.class).stream()
                .sorted(Comparator.comparing(Following::place))
                .collect(groupingBy(Following::ask));
    }

    /** Gives every entry of a ranking, in order and without holding them all. */
    void every(long ranking, Consumer<RankKey> taker) {
        sql.of(in(ranking, EVERY)).bind("ranking", ranking).each(RankKey.class, taker);
    }

    /** A score of a ranking, and how many of its first entries are wanted. */
    record Score(long rankingId, long sortKey, long subscoreKey, int size) {}

    /** The first entries of each score, in order. */
    Map<Integer, List<First>> firsts(List<Score> scores) {
        var query = new PartitionedQuery().ask(scores, score -> in(score.rankingId, FIRSTS));
        return query.list(sql, First.class).stream()
                .sorted(Comparator.comparingLong(First::tieKey).thenComparingLong(First::participantId))
                .collect(groupingBy(First::ask));
    }

    /**
     * Writes what has changed of these blocks. Arrays travel as text, because a statement takes no array of arrays.
     * Bounds that have not changed do not travel.
     */
    @Query("""
            INSERT INTO block (ranking_id, level, bound, bounds, entries, scores)
            SELECT w.ranking_id, w.level, w.bound,
                   coalesce(w.bounds::bytea[], (
                       SELECT b.bounds FROM block AS b
                       WHERE b.ranking_id = w.ranking_id AND b.level = w.level AND b.bound = w.bound)),
                   w.entries::integer[], w.scores::integer[]
            FROM unnest(:changed.key.rankingId, :changed.key.level, :changed.key.bound.bytes, :changed.value.boundArray,
                        :changed.value.entryArray, :changed.value.scoreArray)
                 AS w (ranking_id, level, bound, bounds, entries, scores)
            ON CONFLICT (ranking_id, level, bound) DO UPDATE
            SET bounds = excluded.bounds, entries = excluded.entries, scores = excluded.scores
            """)
    abstract void write(Map<BlockKey, Block> changed);

    /** By their addresses, so that it is one index look-up for each key whatever the planner believes of the table. */
    @Query("""
            DELETE FROM block WHERE ctid = ANY (ARRAY(
                SELECT b.ctid
                FROM unnest(:keys.rankingId, :keys.level, :keys.bound.bytes) AS gone (ranking_id, level, bound),
                     LATERAL (SELECT r.ctid FROM block AS r
                              WHERE r.ranking_id = gone.ranking_id AND r.level = gone.level AND r.bound = gone.bound
                              OFFSET 0) AS b))
            """)
    abstract void delete(Collection<BlockKey> keys);

    /** Deletes all blocks of these rankings. */
    @Query("DELETE FROM block WHERE ranking_id = ANY (:rankings)")
    abstract void forget(Collection<Long> rankings);

    private static String in(long ranking, String text) {
        return text.replace("<entry>", RankingId.entryTable(ranking));
    }
}
