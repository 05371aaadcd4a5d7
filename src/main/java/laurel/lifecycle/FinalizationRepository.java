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

/** Closes windows and stores final standings. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class FinalizationRepository implements SqlRepository {
    /**
     * Reads one ranking after another in the order of the index: nothing is sorted, and memory use is small. One window has
     * all functions, and no function waits for the last entry: {@code percent_rank()} and {@code cume_dist()} would store the
     * ranking in a file and read it twice, so they are computed from the total and from the last position of the score.
     */
    private static final String STORE = """
            INSERT INTO final_standing_<slice> (ranking_id, revision, participant_id, sort_key, subscore_key, tie_key,
                                                achieved_at, submission_id, metadata,
                                                rank, dense_rank, position, percent_rank, cume_dist)
            SELECT e.ranking_id, :revision, e.participant_id, e.sort_key, e.subscore_key, e.tie_key,
                   e.achieved_at, e.submission_id, e.metadata,
                   e.rank, e.dense_rank, e.position,
                   (e.rank - 1)::double precision / greatest(t.total - 1, 1), e.last_tie::double precision / t.total
            FROM ranking AS r
            CROSS JOIN LATERAL (SELECT count(*) AS total FROM entry_<slice> AS l WHERE l.ranking_id = r.id OFFSET 0) AS t
            CROSS JOIN LATERAL (
                SELECT l.*, rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
                       row_number() OVER scores AS position, count(*) OVER scores AS last_tie
                FROM (
                    SELECT ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, metadata
                    FROM entry_<slice> AS l
                    WHERE l.ranking_id = r.id
                    ORDER BY sort_key, subscore_key, tie_key, id_key
                    OFFSET 0) AS l
                WINDOW scores AS (ORDER BY sort_key, subscore_key)
                OFFSET 0) AS e
            WHERE r.window_id = :window AND r.revision = 0
            """;

    /** Sets the revision of the rankings. Rankings without entries have no final standings, so their row lists the revision. */
    private static final String SET_REVISION = """
            UPDATE ranking
            SET revision = :revision,
                empty_revisions = CASE WHEN EXISTS (SELECT FROM final_standing_<slice> AS f
                                                    WHERE f.ranking_id = ranking.id AND f.revision = :revision)
                                       THEN empty_revisions ELSE empty_revisions || :revision END
            FROM (SELECT id FROM ranking WHERE window_id = :window AND revision = 0 ORDER BY id FOR NO KEY UPDATE) AS held
            WHERE ranking.id = held.id
            """;

    /** Prevents sorting of ten million entries, and a lock timeout after a long store. */
    private static final String IN_ORDER =
            "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL lock_timeout = 0";

    private final Sql sql;

    FinalizationRepository(Sql sql) {
        this.sql = sql;
    }

    /** A window that was closed. */
    @Introspected
    record ClosedWindow(long id, WindowKind kind, @Nullable Instant startsAt, Instant finalizesAt) {}

    /**
     * A window with ranks to store.
     *
     * @param revision last stored revision; 0 before the first
     */
    @Introspected
    record WindowToStore(long id, int appId, int leaderboardId, int sliceId, int requestedRevision, int revision) {}

    /** Closes the windows of a leaderboard that are due at its current time. The caller holds its lock. */
    @Query("""
            UPDATE leaderboard_window SET requested_revision = 1
            WHERE leaderboard_id = :board AND requested_revision = 0 AND finalized_at IS NULL AND expired_at IS NULL
              AND finalizes_at <= :time
            RETURNING id, kind, starts_at, finalizes_at
            """)
    abstract List<ClosedWindow> close(int board, Instant time);

    /** Prevents the leaderboard's time from going back before this. */
    @Query("UPDATE leaderboard SET finalized_through = greatest(finalized_through, :time) WHERE id = :board")
    abstract void finalizedThrough(int board, Instant time);

    /** Makes the rest of the transaction read in index order, without timeouts. */
    void readInOrder() {
        NoTimeout.applyTo(sql);
        sql.execute(IN_ORDER);
    }

    /** Locks the finalization of a leaderboard until the transaction ends. Returns false if another node has the lock. */
    @Query("SELECT pg_try_advisory_xact_lock(hashtext('finalize'), :board)")
    abstract boolean tryLock(int board);

    /**
     * Finds the oldest window with ranks to store. Corrections come last: frequent ones must not delay other windows.
     */
    @Query("""
            SELECT id, app_id, leaderboard_id, slice_id, requested_revision, revision FROM leaderboard_window
            WHERE leaderboard_id = :board AND requested_revision > revision AND expired_at IS NULL
            ORDER BY revision > 0, finalizes_at, id
            LIMIT 1
            """)
    abstract Optional<WindowToStore> next(int board);

    /**
     * A window whose ranks could not be stored.
     *
     * @param finalizationFailures attempts that failed since the last success
     */
    @Introspected
    record FailedWindow(long id, int appId, int leaderboardId, int finalizationFailures) {}

    /** Counts a failed attempt for the window that is {@link #next}; null if there is none any more. */
    @Query("""
            UPDATE leaderboard_window SET finalization_failures = finalization_failures + 1
            WHERE id = (SELECT id FROM leaderboard_window
                        WHERE leaderboard_id = :board AND requested_revision > revision AND expired_at IS NULL
                        ORDER BY revision > 0, finalizes_at, id
                        LIMIT 1)
            RETURNING id, app_id, leaderboard_id, finalization_failures
            """)
    @Nullable
    abstract FailedWindow countFailure(int board);

    /** Stores the ranks of all rankings of a window that are not final. */
    void store(WindowToStore window) {
        sql.of(STORE.replace("<slice>", Integer.toString(window.sliceId)))
                .bind("window", window.id)
                .bind("revision", window.requestedRevision)
                .execute();
    }

    /** Makes the stored ranks final. Fails if the window was corrected since the transaction began. */
    void setFinal(WindowToStore window, Instant now) {
        setRevision(window, now);
        setRevisionOfRankings(window);
    }

    @Query("""
            UPDATE leaderboard_window
            SET revision = :window.requestedRevision, finalized_at = :now, finalization_failures = 0
            WHERE id = :window.id AND requested_revision = :window.requestedRevision
            """)
    abstract void setRevision(WindowToStore window, Instant now);

    private void setRevisionOfRankings(WindowToStore window) {
        sql.of(SET_REVISION.replace("<slice>", Integer.toString(window.sliceId)))
                .bind("window", window.id)
                .bind("revision", window.requestedRevision)
                .execute();
    }
}
