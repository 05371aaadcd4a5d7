package laurel.ranking;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Set;
import laurel.rankindex.RankIndexSql;

/**
 * Where ranks come from: the rank index, or the final standings that were stored when the window became final. SQL that
 * needs ranks contains {@code <better entries>}, {@code <preceding entries>}, {@code <entry count>} or {@code <entry at
 * position>}; {@link RankSql} holds it for both sources.
 *
 * <p>A stored rank is one look-up in {@code <final>}, by the revision that the ranking has in the snapshot of the same
 * statement. If a correction has removed that revision since the ranking was read, the statement falls back to the rank
 * index. So the rank always belongs to the entry that is returned.
 */
enum RankSource {
    /** The rank index. */
    COUNTED,
    /** The final standings. */
    STORED;

    /** The valid revision; null if the ranking no longer exists. OFFSET 0 makes it one look-up. */
    private static final String REVISION =
            "(SELECT (SELECT q.revision FROM ranking AS q WHERE q.id = <k>.ranking_id) AS revision OFFSET 0) AS r";

    /** A stored number of the entry {@code k}. */
    private static final String METRIC = """
            coalesce((SELECT f.<metric> - 1
                      FROM <revision>
                      CROSS JOIN LATERAL (
                          SELECT * FROM <final> AS q
                          WHERE q.participant_id = k.participant_id AND q.ranking_id = k.ranking_id AND q.revision = r.revision
                          OFFSET 0) AS f)::bigint,
                     <counted>)""".replace("<revision>", REVISION.replace("<k>", "k"));

    /** The last position. */
    private static final String TOTAL = """
            coalesce((SELECT f.position
                      FROM <revision>
                      CROSS JOIN LATERAL (
                          SELECT q.position FROM <final> AS q
                          WHERE q.ranking_id = k.ranking_id AND q.revision = r.revision
                          ORDER BY q.position DESC
                          LIMIT 1) AS f)::bigint,
                     <entry count>)""".replace("<revision>", REVISION.replace("<k>", "k"));

    /** The number of entries before a key: the position of the first entry from that key on, minus 1. */
    private static final String BEFORE_KEY = """
            (SELECT CASE WHEN r.revision > 0 THEN coalesce(
                        (SELECT f.position - 1
                         FROM (SELECT b.participant_id FROM <entry> AS b
                               WHERE b.ranking_id = k.ranking_id
                                 AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key)
                                     >= (k.sort_key, k.subscore_key, k.tie_key, k.id_key)
                               ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                               LIMIT 1) AS b
                         CROSS JOIN LATERAL (
                             SELECT * FROM <final> AS q
                             WHERE q.participant_id = b.participant_id AND q.ranking_id = k.ranking_id
                               AND q.revision = r.revision
                             OFFSET 0) AS f)::bigint,
                        <total>)
                    ELSE <counted> END
             FROM <revision>)""".replace("<revision>", REVISION.replace("<k>", "k"))
            .replace("<total>", TOTAL)
            .replace("<counted>", "<entries before key>");

    /** A lateral FROM item, as in the rank index. */
    private static final String AT_POSITION = """
            (SELECT f.*
             FROM <revision>
             CROSS JOIN LATERAL (
                 SELECT q.sort_key, q.subscore_key, q.tie_key,
                        (SELECT e.id_key FROM <entry> AS e
                         WHERE e.participant_id = q.participant_id AND e.ranking_id = q.ranking_id) AS id_key,
                        q.participant_id
                 FROM <final> AS q
                 WHERE q.ranking_id = p.ranking_id AND q.revision = r.revision AND q.position = p.position
                 UNION ALL
                 SELECT c.*
                 FROM (SELECT p.ranking_id, p.position WHERE coalesce(r.revision, 0) = 0 OFFSET 0) AS p
                 CROSS JOIN LATERAL <entry at position> AS c) AS f)""".replace("<revision>", REVISION.replace("<k>", "p"));

    /** The source for a ranking. */
    static RankSource of(Ranking ranking) {
        return ranking.revision() > 0 ? STORED : COUNTED;
    }

    /** Replaces the placeholders of ranks. */
    String in(String sql) {
        return counted(this == STORED ? stored(sql) : sql);
    }

    private static String counted(String sql) {
        return sql.replace("<better entries>", RankIndexSql.BETTER_ENTRIES)
                .replace("<better scores>", RankIndexSql.BETTER_SCORES)
                .replace("<preceding entries>", RankIndexSql.PRECEDING_ENTRIES)
                .replace("<entries before key>", RankIndexSql.PRECEDING_ENTRIES)
                .replace("<entry count>", RankIndexSql.ENTRY_COUNT)
                .replace("<entry at position>", RankIndexSql.ENTRY_AT_POSITION);
    }

    /** Falls back to the placeholders of the rank index. */
    private static String stored(String sql) {
        return sql.replace("<better entries>", metric("rank", "<better entries>"))
                .replace("<better scores>", metric("dense_rank", "<better scores>"))
                .replace("<preceding entries>", metric("position", "<preceding entries>"))
                .replace("<entry count>", TOTAL)
                .replace("<entries before key>", BEFORE_KEY)
                .replace("<entry at position>", AT_POSITION);
    }

    private static String metric(String column, String counted) {
        return METRIC.replace("<metric>", column).replace("<counted>", counted);
    }

    /**
     * SQL with ranks, for both sources. The texts of the partitions in use are composed once, because they are long.
     */
    static final class RankSql {
        /** Characters of all composed texts of one SQL. */
        private static final int MAX_CHARACTERS = 1 << 20;

        private final String counted;
        private final String stored;
        private final Cache<TextKey, String> texts = Caffeine.newBuilder()
                .maximumWeight(MAX_CHARACTERS)
                .<TextKey, String>weigher((key, text) -> text.length())
                .build();

        private record TextKey(RankSource source, String entryTable, Set<RankMetric> metrics) {}

        private RankSql(String sql) {
            this.counted = RankSource.COUNTED.in(sql);
            this.stored = RankSource.STORED.in(sql);
        }

        static RankSql of(String sql) {
            return new RankSql(sql);
        }

        /** The SQL for a ranking, with its partitions filled in. */
        String of(Ranking ranking) {
            return of(ranking, Set.of());
        }

        /** The same, with {@code <metrics>} replaced. */
        String of(Ranking ranking, Set<RankMetric> metrics) {
            var key = new TextKey(RankSource.of(ranking), ranking.entryTable(), metrics);
            return texts.get(key, absent -> (key.source == RankSource.STORED ? stored : counted)
                    .replace("<metrics>", RankMetric.columns(metrics, key.source))
                    .replace("<entry>", key.entryTable)
                    .replace("<final>", ranking.finalTable()));
        }
    }
}
