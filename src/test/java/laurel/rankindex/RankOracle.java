package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks for everything that can be asked of a key or a position: the rank index, and SQL's window functions. */
final class RankOracle {
    private static final String KEYS = """
            FROM (SELECT :ranking::bigint AS ranking_id, u.*
                  FROM unnest(:sortKeys, :subscoreKeys, :tieKeys, :participants) WITH ORDINALITY
                       AS u (sort_key, subscore_key, tie_key, participant_id, n)) AS k
            """;
    private static final String NUMBERED = """
            WITH numbered AS (
                SELECT e.*, row_number() OVER list AS position, rank() OVER scores AS rank,
                       dense_rank() OVER scores AS dense_rank
                FROM <entry> AS e WHERE e.ranking_id = :ranking
                WINDOW list AS (ORDER BY sort_key, subscore_key, tie_key, participant_id),
                       scores AS (ORDER BY sort_key, subscore_key))
            """;

    static final String INDEX = ("SELECT k.n, " + RankIndex.BETTER + " AS better, " + RankIndex.BETTER_DISTINCT
                    + " AS better_distinct, " + RankIndex.BEFORE + " AS before, " + RankIndex.TOTAL + " AS total, "
                    + RankIndex.AHEAD + " AS ahead " + KEYS)
            + " ORDER BY k.n";

    /** Of an entry the numbers that it has itself; of any other key those of the last before it. */
    private static final String TRUTH = NUMBERED + """
            SELECT k.n,
                   coalesce((SELECT rank - 1 FROM numbered AS e WHERE e.participant_id = k.participant_id
                             AND (sort_key, subscore_key, tie_key) = (k.sort_key, k.subscore_key, k.tie_key)),
                            b.position, 0) AS better,
                   coalesce(b.dense_rank, 0) AS better_distinct,
                   coalesce((SELECT max(position) FROM numbered AS e
                             WHERE (e.sort_key, e.subscore_key, e.tie_key, e.participant_id)
                                   < (k.sort_key, k.subscore_key, k.tie_key, k.participant_id)), 0) AS before,
                   (SELECT count(*) FROM numbered) AS total, b.sort_key AS ahead
            <keys>
            LEFT JOIN LATERAL (
                SELECT * FROM numbered AS e WHERE (e.sort_key, e.subscore_key) < (k.sort_key, k.subscore_key)
                ORDER BY position DESC LIMIT 1) AS b ON TRUE
            ORDER BY k.n
            """.replace("<keys>", KEYS);

    static final String AT_POSITION = "SELECT p.n, at.* FROM (SELECT :ranking::bigint AS ranking_id, u.*"
            + " FROM unnest(:positions) WITH ORDINALITY AS u (position, n)) AS p CROSS JOIN LATERAL "
            + RankIndex.AT_POSITION + " AS at ORDER BY p.n";
    private static final String TRUE_AT_POSITION = NUMBERED + """
            SELECT p.n, sort_key, subscore_key, tie_key, participant_id
            FROM unnest(:positions) WITH ORDINALITY AS p (position, n) JOIN numbered USING (position) ORDER BY p.n
            """;

    private final IndexedRanking ranking;

    RankOracle(IndexedRanking ranking) {
        this.ranking = ranking;
    }

    /** What is told of the n-th key. */
    @Introspected
    record Told(
            long n,
            long better,
            long betterDistinct,
            long before,
            long total,
            @Nullable Long ahead) {}

    /** Who stands at the n-th position. */
    @Introspected
    record At(long n, long sortKey, long subscoreKey, long tieKey, long participantId) {}

    List<Told> index(Collection<RankKey> keys) {
        return keys(INDEX, keys);
    }

    List<Told> truth(Collection<RankKey> keys) {
        return keys(TRUTH, keys);
    }

    Map<Long, At> indexAt(Collection<@Nullable Long> positions) {
        return at(AT_POSITION, positions);
    }

    Map<Long, At> truthAt(Collection<@Nullable Long> positions) {
        return at(TRUE_AT_POSITION, positions);
    }

    private List<Told> keys(String sql, Collection<RankKey> keys) {
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
                        "participants",
                        Long.class,
                        keys.stream().map(RankKey::participantId).toList())
                .list(Told.class);
    }

    private Map<Long, At> at(String sql, Collection<@Nullable Long> positions) {
        return ranking
                .sql
                .of(ranking.sql(sql))
                .bind("ranking", ranking.id)
                .bindEach("positions", Long.class, positions)
                .list(At.class)
                .stream()
                .collect(Collectors.toMap(At::n, row -> row));
    }
}
