package laurel.lifecycle;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Closes windows and stores how they ended. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class FinalRepository implements SqlRepository {
    /** A ranking at a time, in the order of the index: nothing is sorted, and little is held. */
    private static final String STORE = """
            INSERT INTO final_standing_<slice> (ranking_id, revision, participant_id, sort_key, subscore_key, tie_key,
                                                achieved_at, submission_id, metadata,
                                                rank, dense_rank, position, percent_rank, cume_dist)
            SELECT e.ranking_id, :revision, e.participant_id, e.sort_key, e.subscore_key, e.tie_key,
                   e.achieved_at, e.submission_id, e.metadata,
                   e.rank, e.dense_rank, e.position, e.percent_rank, e.cume_dist
            FROM ranking AS r
            CROSS JOIN LATERAL (
                SELECT l.*, rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
                       percent_rank() OVER scores AS percent_rank, cume_dist() OVER scores AS cume_dist,
                       row_number() OVER list AS position
                FROM entry_<slice> AS l
                WHERE l.ranking_id = r.id
                WINDOW list AS (ORDER BY sort_key, subscore_key, tie_key, participant_id),
                       scores AS (ORDER BY sort_key, subscore_key)
                OFFSET 0) AS e
            WHERE r.window_id = :window AND r.revision = 0
            """;

    /** A ranking without entries has no rows of final standings; its own row stores the revision. */
    private static final String STAND = """
            UPDATE ranking
            SET revision = :revision,
                empty_revisions = CASE WHEN EXISTS (SELECT FROM final_standing_<slice> AS f
                                                    WHERE f.ranking_id = ranking.id AND f.revision = :revision)
                                       THEN empty_revisions ELSE empty_revisions || :revision END
            FROM (SELECT id FROM ranking WHERE window_id = :window AND revision = 0 ORDER BY id FOR NO KEY UPDATE) AS held
            WHERE ranking.id = held.id
            """;

    /** There is no room to sort ten million entries in; and what was stored so long is not given up for want of a lock. */
    private static final String IN_ORDER =
            "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL lock_timeout = 0";

    private final Sql sql;

    FinalRepository(Sql sql) {
        this.sql = sql;
    }

    /** A window that takes no more submissions. */
    @Introspected
    record Closed(long id, WindowKind kind, @Nullable Instant startsAt, Instant finalizesAt) {}

    /**
     * A window whose ranks are to be stored.
     *
     * @param revision the last that is stored; 0 before the first
     */
    @Introspected
    record Wanted(long id, int appId, int leaderboardId, int sliceId, int wantedRevision, int revision) {}

    /** Closes the windows of a board that are due at this time of it; the caller holds its lock. */
    @Query("""
            UPDATE leaderboard_window SET wanted_revision = 1
            WHERE leaderboard_id = :board AND wanted_revision = 0 AND finalized_at IS NULL AND expired_at IS NULL
              AND finalizes_at <= :time
            RETURNING id, kind, starts_at, finalizes_at
            """)
    abstract List<Closed> close(int board, Instant time);

    /** From now on the board's time does not go back behind this. */
    @Query("UPDATE leaderboard SET finalized_through = greatest(finalized_through, :time) WHERE id = :board")
    abstract void finalizedThrough(int board, Instant time);

    /** The rest of the transaction reads in order, and takes as long as it takes. */
    void inOrder() {
        NoTimeout.make(sql);
        sql.execute(IN_ORDER);
    }

    /** Whether this transaction, until it ends, is the one that finalises windows of this board. */
    @Query("SELECT pg_try_advisory_xact_lock(hashtext('finalize'), :board)")
    abstract boolean claim(int board);

    /**
     * The oldest window of a board whose ranks are to be stored. Corrections last: one that is made again and again must
     * not keep the others from becoming final.
     */
    @Query("""
            SELECT id, app_id, leaderboard_id, slice_id, wanted_revision, revision FROM leaderboard_window
            WHERE leaderboard_id = :board AND wanted_revision > revision AND expired_at IS NULL
            ORDER BY revision > 0, finalizes_at, id
            LIMIT 1
            """)
    abstract Optional<Wanted> next(int board);

    /** Stores the ranks of all rankings of a window that are counted. */
    void store(Wanted window) {
        sql.of(STORE.replace("<slice>", Integer.toString(window.sliceId)))
                .bind("window", window.id)
                .bind("revision", window.wantedRevision)
                .execute();
    }

    /** From now on what is stored stands. Fails where the window was corrected since the transaction began. */
    void stored(Wanted window, Instant now) {
        setRevision(window, now);
        setRevisionOfRankings(window);
    }

    @Query("""
            UPDATE leaderboard_window SET revision = :window.wantedRevision, finalized_at = :now
            WHERE id = :window.id AND wanted_revision = :window.wantedRevision
            """)
    abstract void setRevision(Wanted window, Instant now);

    private void setRevisionOfRankings(Wanted window) {
        sql.of(STAND.replace("<slice>", Integer.toString(window.sliceId)))
                .bind("window", window.id)
                .bind("revision", window.wantedRevision)
                .execute();
    }
}
