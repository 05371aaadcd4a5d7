package laurel.change;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.SqlRepository;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface EntryMoveRepository extends SqlRepository {
    /**
     * In no order. Changes are read from the last one back, until those of a leaderboard have more than {@code maxScanned} moves,
     * also of other rankings; the earliest is then returned without moves. Computes the length of an array from its stored size,
     * because {@code cardinality} would read the array.
     */
    @Query("""
            SELECT o.leaderboard_id, o.sequence, o.at, o.new_scores, o.rankings IS NULL OR o.scanned > :maxScanned AS without_moves,
                   s.*, p.id_key
            FROM unnest(:after.key, :after.value) AS input (board, after)
            CROSS JOIN LATERAL (
                SELECT * FROM (
                    SELECT s.*, sum(s.size) OVER (ORDER BY s.sequence DESC ROWS UNBOUNDED PRECEDING) AS scanned
                    FROM (
                        SELECT o.*, coalesce((pg_column_size(o.rankings) - 20) / 8, 0) AS size
                        FROM change_outbox AS o WHERE o.leaderboard_id = input.board AND o.sequence > input.after
                        ORDER BY o.sequence DESC LIMIT :mostChanges) AS s) AS c
                WHERE c.scanned - c.size <= :maxScanned) AS o
            LEFT JOIN LATERAL (
                SELECT * FROM unnest(o.rankings, o.participants,
                                     o.before_sort_keys, o.before_subscore_keys, o.before_tie_keys,
                                     o.after_sort_keys, o.after_subscore_keys, o.after_tie_keys)
                     AS u (ranking_id, participant_id, before_sort_key, before_subscore_key, before_tie_key,
                           after_sort_key, after_subscore_key, after_tie_key)
                WHERE u.ranking_id = ANY (:rankings) AND o.scanned <= :maxScanned
                OFFSET 0) AS s ON true
            LEFT JOIN LATERAL (
                SELECT id_key(q.entity_type, q.external_id) AS id_key FROM participant AS q WHERE q.id = s.participant_id
                OFFSET 0) AS p ON true
            LIMIT :maxMoves
            """)
    List<EntryMoveRow> moves(
            Map<Integer, Long> after, Collection<Long> rankings, int mostChanges, int maxScanned, int maxMoves);

    /** A move of a change, or a change without moves of these rankings, which is one row without a ranking. */
    @Introspected
    record EntryMoveRow(
            int leaderboardId,
            long sequence,
            Instant at,
            boolean newScores,
            boolean withoutMoves,
            @Nullable Long rankingId,
            @Nullable Long participantId,
            @Nullable String idKey,
            @Nullable Long beforeSortKey,
            @Nullable Long beforeSubscoreKey,
            @Nullable Long beforeTieKey,
            @Nullable Long afterSortKey,
            @Nullable Long afterSubscoreKey,
            @Nullable Long afterTieKey) {
        /** Null for a change without moves of these rankings. */
        @Nullable
        EntryMove move() {
            return rankingId == null
                    ? null
                    : new EntryMove(
                            rankingId,
                            RankKey.ofColumns(beforeSortKey, beforeSubscoreKey, beforeTieKey, idKey, participantId),
                            RankKey.ofColumns(afterSortKey, afterSubscoreKey, afterTieKey, idKey, participantId));
        }
    }
}
