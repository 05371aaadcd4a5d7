package laurel.season;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import laurel.window.Window;
import laurel.window.WindowKey;

/** Moves, closes and expires the windows of seasons. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface SeasonRepository extends SqlRepository {
    /** Selects the window with a {@code :key}. */
    String OF_KEY = """
            leaderboard_id = :key.leaderboard.id AND definition = :key.definition.key AND time_zone = :key.timeZone
              AND coalesce(starts_at, '-infinity') = :key.bounds.startsAt
            """;

    /** Returns the window with this key; empty if it was never opened. */
    @Query("SELECT * FROM leaderboard_window WHERE " + OF_KEY)
    Optional<Window> find(WindowKey key);

    /** Stores a window with a reserved ID. The caller holds the lock of its leaderboard, and stores its rankings. */
    @Query("""
            INSERT INTO leaderboard_window (id, app_id, leaderboard_id, slice_id, kind, definition, name, time_zone,
                                            follows_time_zone, starts_at, ends_at, finalizes_at, opened_at,
                                            awaits_submissions)
            OVERRIDING SYSTEM VALUE
            VALUES (:window, :key.leaderboard.appId, :key.leaderboard.id, :slice, :key.bounds.kind, :key.definition.key,
                    :key.bounds.name, :key.timeZone, :key.definition.followsTimeZone, :key.bounds.startsAt::timestamptz,
                    :key.bounds.endsAt::timestamptz, :key.finalizesAt::timestamptz, :now, :key.leaderboard.clock = 'SUBMISSIONS')
            """)
    void store(long window, int slice, WindowKey key, Instant now);

    /**
     * Sets the end of the window with this key, unless it is closed. It keeps the grace period that it has, unless the start of
     * the next season closes it earlier.
     */
    @Query("""
            UPDATE leaderboard_window
            SET ends_at = :key.bounds.endsAt::timestamptz,
                finalizes_at = least(
                    coalesce(:key.bounds.endsAt::timestamptz + (finalizes_at - ends_at), :key.finalizesAt::timestamptz),
                    :key.settledAt::timestamptz)
            WHERE requested_revision = 0
              AND (ends_at IS DISTINCT FROM :key.bounds.endsAt::timestamptz OR finalizes_at > :key.settledAt::timestamptz)
              AND\s""" + OF_KEY)
    void setEnd(WindowKey key);

    /** Closes a window: it accepts no submissions and is finalized next. Returns 0 if it was closed already. */
    @Query("UPDATE leaderboard_window SET requested_revision = 1 WHERE id = :window AND requested_revision = 0")
    int close(long window);

    @Query("""
            WITH deleted AS (DELETE FROM ranking WHERE window_id = :window RETURNING id)
            INSERT INTO ranking_deletion (id) SELECT id FROM deleted
            """)
    void deleteRankings(long window);

    /** Marks a window as expired and final, so that it is not finalized any more. */
    @Query("""
            UPDATE leaderboard_window
            SET expired_at = :now, finalized_at = coalesce(finalized_at, :now),
                requested_revision = greatest(requested_revision, 1), revision = greatest(requested_revision, 1)
            WHERE id = :window AND expired_at IS NULL
            """)
    int setExpired(long window, Instant now);

    /** Deletes the rankings of a window; their entries are swept later. Returns false if it had expired before. */
    default boolean expire(long window, Instant now) {
        deleteRankings(window);
        return setExpired(window, now) > 0;
    }
}
