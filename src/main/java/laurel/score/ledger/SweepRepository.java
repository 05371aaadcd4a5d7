package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Optional;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** SQL of {@link Sweeper}. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class SweepRepository implements SqlRepository {
    /**
     * Continues after the last removed row. The index still contains rows that were deleted a moment ago; starting from the
     * beginning would read all of them again.
     */
    private static final String ENTRIES = """
            WITH part AS (
                SELECT ctid, sort_key, subscore_key, tie_key, id_key FROM <entry>
                WHERE ranking_id = :ranking
                  AND (sort_key, subscore_key, tie_key, id_key) > (:sortKey, :subscoreKey, :tieKey, :idKey)
                ORDER BY sort_key, subscore_key, tie_key, id_key
                LIMIT :size
            ), deleted AS (
                DELETE FROM <entry> WHERE ctid = ANY (ARRAY(SELECT ctid FROM part))
            )
            SELECT sort_key, subscore_key, tie_key, id_key FROM part
            ORDER BY sort_key DESC, subscore_key DESC, tie_key DESC, id_key DESC
            LIMIT 1
            """;

    private static final String FINAL_STANDINGS = """
            WITH part AS (
                SELECT ctid, revision, position FROM <final_standing>
                WHERE ranking_id = :ranking AND (revision, position) > (:revision, :position)
                ORDER BY revision, position
                LIMIT :size
            ), deleted AS (
                DELETE FROM <final_standing> WHERE ctid = ANY (ARRAY(SELECT ctid FROM part))
            )
            SELECT revision, position FROM part ORDER BY revision DESC, position DESC LIMIT 1
            """;

    private final Sql sql;

    SweepRepository(Sql sql) {
        this.sql = sql;
    }

    /** The key of the last removed entry. */
    @Introspected
    record SweptEntry(long sortKey, long subscoreKey, long tieKey, String idKey) {
        static final SweptEntry NONE = new SweptEntry(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, "");
    }

    /** The key of the last removed final standing. */
    @Introspected
    record SweptFinalStanding(int revision, int position) {
        static final SweptFinalStanding NONE = new SweptFinalStanding(0, 0);
    }

    /** Locks a deleted ranking that no other node is working on; empty if there is none. */
    @Query("""
            SELECT id FROM ranking_deletion AS r
            -- The rows of a retired slice are dropped with its partitions.
            WHERE NOT EXISTS (SELECT FROM window_slice AS s WHERE s.id = r.id >> 40 AND s.retired_at IS NOT NULL)
            ORDER BY id
            LIMIT 1
            FOR UPDATE SKIP LOCKED
            """)
    abstract Optional<Long> nextRanking();

    /** Locks a deleted leaderboard that no other node is working on; empty if there is none. */
    @Query("SELECT id FROM leaderboard_deletion ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED")
    abstract Optional<Integer> nextBoard();

    /** Removes the next entries of a ranking and returns the last one; empty if none remained. */
    Optional<SweptEntry> sweepEntries(long ranking, SweptEntry after, int size) {
        return sql.of(ENTRIES.replace("<entry>", RankingId.entryTable(ranking)))
                .bind("ranking", ranking)
                .bind("sortKey", after.sortKey)
                .bind("subscoreKey", after.subscoreKey)
                .bind("tieKey", after.tieKey)
                .bind("idKey", after.idKey)
                .bind("size", size)
                .find(SweptEntry.class);
    }

    /** Removes the next final standings of a ranking and returns the last one; empty if none remained. */
    Optional<SweptFinalStanding> sweepFinalStandings(long ranking, SweptFinalStanding after, int size) {
        return sql.of(FINAL_STANDINGS.replace("<final_standing>", RankingId.finalTable(ranking)))
                .bind("ranking", ranking)
                .bind("revision", after.revision)
                .bind("position", after.position)
                .bind("size", size)
                .find(SweptFinalStanding.class);
    }

    /** Removes the next submissions of a leaderboard and returns the last participant; null if none remained. */
    @Query("""
            WITH deleted AS (
                DELETE FROM score_submission WHERE id = ANY (ARRAY(
                    SELECT id FROM score_submission
                    WHERE leaderboard_id = :board AND participant_id >= :participant
                    ORDER BY participant_id, achieved_at
                    LIMIT :size))
                RETURNING participant_id
            )
            SELECT max(participant_id) FROM deleted HAVING count(*) > 0
            """)
    @Nullable
    abstract Long sweepLedger(int board, long participant, int size);

    @Query("DELETE FROM ranking_deletion WHERE id = :id")
    abstract void deleteRanking(long id);

    @Query("DELETE FROM leaderboard_deletion WHERE id = :id")
    abstract void deleteBoard(int id);
}
