package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes ranks and positions by the rank index and by SQL's window functions. */
final class RankOracle {
    private static final String KEYS = """
            FROM (SELECT :ranking::bigint AS ranking_id, u.*
                  FROM unnest(:sortKeys, :subscoreKeys, :tieKeys, :idKeys) WITH ORDINALITY
                       AS u (sort_key, subscore_key, tie_key, id_key, n)) AS k
            """;
    private static final String NUMBERED = """
            WITH numbered AS (
                SELECT e.*, row_number() OVER list AS position, rank() OVER scores AS rank,
                       dense_rank() OVER scores AS dense_rank
                FROM <entry> AS e WHERE e.ranking_id = :ranking
                WINDOW list AS (ORDER BY sort_key, subscore_key, tie_key, id_key),
                       scores AS (ORDER BY sort_key, subscore_key))
            """;

    static final String INDEX =
            ("SELECT k.n, " + RankIndexSql.BETTER_ENTRIES + " AS better_entries, " + RankIndexSql.BETTER_SCORES
                            + " AS better_scores, " + RankIndexSql.PRECEDING_ENTRIES + " AS preceding_entries, "
                            + RankIndexSql.ENTRY_COUNT + " AS entry_count, "
                            + RankIndexSql.NEXT_BETTER_SCORE + " AS next_better_score " + KEYS)
                    + " ORDER BY k.n";

    /** If a key has no entry, its numbers are derived from the last entry before it. */
    private static final String EXPECTED = NUMBERED + """
            SELECT k.n,
                   coalesce((SELECT rank - 1 FROM numbered AS e WHERE e.id_key = k.id_key
                             AND (sort_key, subscore_key, tie_key) = (k.sort_key, k.subscore_key, k.tie_key)),
                            b.position, 0) AS better_entries,
                   coalesce(b.dense_rank, 0) AS better_scores,
                   coalesce((SELECT max(position) FROM numbered AS e
                             WHERE (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                                   < (k.sort_key, k.subscore_key, k.tie_key, k.id_key)), 0) AS preceding_entries,
                   (SELECT count(*) FROM numbered) AS entry_count, b.sort_key AS next_better_score
            <keys>
            LEFT JOIN LATERAL (
                SELECT * FROM numbered AS e WHERE (e.sort_key, e.subscore_key) < (k.sort_key, k.subscore_key)
                ORDER BY position DESC LIMIT 1) AS b ON TRUE
            ORDER BY k.n
            """.replace("<keys>", KEYS);

    static final String AT_POSITION = "SELECT p.n, at.* FROM (SELECT :ranking::bigint AS ranking_id, u.*"
            + " FROM unnest(:positions) WITH ORDINALITY AS u (position, n)) AS p CROSS JOIN LATERAL "
            + RankIndexSql.ENTRY_AT_POSITION + " AS at ORDER BY p.n";
    private static final String EXPECTED_AT_POSITION = NUMBERED + """
            SELECT p.n, sort_key, subscore_key, tie_key, id_key, participant_id
            FROM unnest(:positions) WITH ORDINALITY AS p (position, n) JOIN numbered USING (position) ORDER BY p.n
            """;

    private final IndexedRanking ranking;

    RankOracle(IndexedRanking ranking) {
        this.ranking = ranking;
    }

    /** The numbers of the n-th key. */
    @Introspected
    record KeyNumbers(
            long n,
            long betterEntries,
            long betterScores,
            long precedingEntries,
            long entryCount,
            @Nullable Long nextBetterScore) {}

    /** The entry at the n-th position. */
    @Introspected
    record EntryAt(long n, long sortKey, long subscoreKey, long tieKey, String idKey, long participantId) {}

    List<KeyNumbers> index(Collection<RankKey> keys) {
        return keys(INDEX, keys);
    }

    List<KeyNumbers> expected(Collection<RankKey> keys) {
        return keys(EXPECTED, keys);
    }

    Map<Long, EntryAt> indexAt(Collection<@Nullable Long> positions) {
        return at(AT_POSITION, positions);
    }

    Map<Long, EntryAt> expectedAt(Collection<@Nullable Long> positions) {
        return at(EXPECTED_AT_POSITION, positions);
    }

    private List<KeyNumbers> keys(String sql, Collection<RankKey> keys) {
        return ranking.sql
                .of(ranking.sql(sql))
                .bind("ranking", ranking.id)
                .bindEach(
                        "sortKeys",
                        Long.class,
                        keys.stream().map(RankKey::sortKey).toList())
                .bindEach(
                        "subscoreKeys",
                        Long.class,
                        keys.stream().map(RankKey::subscoreKey).toList())
                .bindEach(
                        "tieKeys",
                        Long.class,
                        keys.stream().map(RankKey::tieKey).toList())
                .bindEach(
                        "idKeys",
                        String.class,
                        keys.stream().map(RankKey::idKey).toList())
                .list(KeyNumbers.class);
    }

    private Map<Long, EntryAt> at(String sql, Collection<@Nullable Long> positions) {
        return ranking
                .sql
                .of(ranking.sql(sql))
                .bind("ranking", ranking.id)
                .bindEach("positions", Long.class, positions)
                .list(EntryAt.class)
                .stream()
                .collect(Collectors.toMap(EntryAt::n, row -> row));
    }
}
