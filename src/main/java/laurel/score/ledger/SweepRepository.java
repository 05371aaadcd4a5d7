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

/** Removes what boards that are gone have left, a part at a time. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class SweepRepository implements SqlRepository {
    /**
     * From where the last part ended, because an index goes on holding what was deleted a moment ago: to begin at the start
     * each time would read all of that again.
     */
    private static final String ENTRIES = """
            WITH part AS (
                SELECT ctid, sort_key, subscore_key, tie_key, participant_id FROM <entry>
                WHERE ranking_id = :ranking
                  AND (sort_key, subscore_key, tie_key, participant_id) > (:sortKey, :subscoreKey, :tieKey, :participantId)
                ORDER BY sort_key, subscore_key, tie_key, participant_id
                LIMIT :size
            ), gone AS (
                DELETE FROM <entry> WHERE ctid = ANY (ARRAY(SELECT ctid FROM part))
            )
            SELECT sort_key, subscore_key, tie_key, participant_id FROM part
            ORDER BY sort_key DESC, subscore_key DESC, tie_key DESC, participant_id DESC
            LIMIT 1
            """;

    private static final String FINAL_STANDINGS = """
            WITH part AS (
                SELECT ctid, revision, position FROM <final_standing>
                WHERE ranking_id = :ranking AND (revision, position) > (:revision, :position)
                ORDER BY revision, position
                LIMIT :size
            ), gone AS (
                DELETE FROM <final_standing> WHERE ctid = ANY (ARRAY(SELECT ctid FROM part))
            )
            SELECT revision, position FROM part ORDER BY revision DESC, position DESC LIMIT 1
            """;

    private final Sql sql;

    SweepRepository(Sql sql) {
        this.sql = sql;
    }

    /** The key of the last entry that was swept. */
    @Introspected
    record Place(long sortKey, long subscoreKey, long tieKey, long participantId) {
        /** Before every entry. */
        static final Place START = new Place(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 0);
    }

    /** The key of the last final standing that was swept. */
    @Introspected
    record FinalPlace(int revision, int position) {
        /** Before every one. */
        static final FinalPlace START = new FinalPlace(0, 0);
    }

    /** A ranking that is to be swept and that nobody else sweeps; locked, so that two who sweep take different ones. */
    @Query("""
            SELECT id FROM ranking_deletion AS r
            -- What is in a slice that was given up goes with its tables.
            WHERE NOT EXISTS (SELECT FROM window_slice AS s WHERE s.id = r.id >> 40 AND s.expired_at IS NOT NULL)
            ORDER BY id
            LIMIT 1
            FOR UPDATE SKIP LOCKED
            """)
    abstract Optional<Long> nextRanking();

    /** A board whose ledger is to be swept and that nobody else sweeps; locked. */
    @Query("SELECT id FROM leaderboard_deletion ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED")
    abstract Optional<Integer> nextBoard();

    /** Removes the next entries of a ranking, and says where they ended; empty where there was none left. */
    Optional<Place> sweepEntries(long ranking, Place after, int size) {
        return sql.of(ENTRIES.replace("<entry>", RankingId.entryTable(ranking)))
                .bind("ranking", ranking)
                .bind("sortKey", after.sortKey)
                .bind("subscoreKey", after.subscoreKey)
                .bind("tieKey", after.tieKey)
                .bind("participantId", after.participantId)
                .bind("size", size)
                .find(Place.class);
    }

    /** Removes the next final standings of a ranking, and says where they ended; empty where there was none left. */
    Optional<FinalPlace> sweepFinalStandings(long ranking, FinalPlace after, int size) {
        return sql.of(FINAL_STANDINGS.replace("<final_standing>", RankingId.finalTable(ranking)))
                .bind("ranking", ranking)
                .bind("revision", after.revision)
                .bind("position", after.position)
                .bind("size", size)
                .find(FinalPlace.class);
    }

    /** Removes the next rows of a board's ledger, and says at which participant they ended; null where none was left. */
    @Query("""
            WITH gone AS (
                DELETE FROM score_submission WHERE id = ANY (ARRAY(
                    SELECT id FROM score_submission
                    WHERE leaderboard_id = :board AND participant_id >= :participant
                    ORDER BY participant_id, achieved_at
                    LIMIT :size))
                RETURNING participant_id
            )
            SELECT max(participant_id) FROM gone HAVING count(*) > 0
            """)
    @Nullable
    abstract Long sweepLedger(int board, long participant, int size);

    @Query("DELETE FROM ranking_deletion WHERE id = :id")
    abstract void forgetRanking(long id);

    @Query("DELETE FROM leaderboard_deletion WHERE id = :id")
    abstract void forgetBoard(int id);
}
