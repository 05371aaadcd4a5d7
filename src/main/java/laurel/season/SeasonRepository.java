package laurel.season;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import laurel.window.Window;
import laurel.window.WindowKey;

/** Bounds, closes and expires the windows of seasons. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface SeasonRepository extends SqlRepository {
    /** The window of a {@code :key}. */
    String OF_KEY = """
            leaderboard_id = :key.leaderboard.id AND definition = :key.definition.key AND time_zone = :key.timeZone
              AND coalesce(starts_at, '-infinity') = :key.bounds.startsAt
            """;

    /** The window of this key; empty where it was never opened. */
    @Query("SELECT * FROM leaderboard_window WHERE " + OF_KEY)
    Optional<Window> find(WindowKey key);

    /** Gives the window of this key its bounds, unless it is closed. */
    @Query("""
            UPDATE leaderboard_window
            SET ends_at = :key.bounds.endsAt::timestamptz, finalizes_at = :key.finalizesAt::timestamptz
            WHERE wanted_revision = 0
              AND (ends_at, finalizes_at)
                  IS DISTINCT FROM (:key.bounds.endsAt::timestamptz, :key.finalizesAt::timestamptz)
              AND\s""" + OF_KEY)
    void bound(WindowKey key);

    /** From now on it takes no submission and is to be final; 0 where that was so already. */
    @Query("UPDATE leaderboard_window SET wanted_revision = 1 WHERE id = :window AND wanted_revision = 0")
    int close(long window);

    @Query("""
            WITH gone AS (DELETE FROM ranking WHERE window_id = :window RETURNING id)
            INSERT INTO ranking_deletion (id) SELECT id FROM gone
            """)
    void deleteRankings(long window);

    /** What is gone is never to be final, nor to be looked at for that: so it counts as having been. */
    @Query("""
            UPDATE leaderboard_window
            SET expired_at = :now, finalized_at = coalesce(finalized_at, :now),
                wanted_revision = greatest(wanted_revision, 1), revision = greatest(wanted_revision, 1)
            WHERE id = :window AND expired_at IS NULL
            """)
    int setExpired(long window, Instant now);

    /** What stood in it is gone, and its entries are left to be swept; false where it had expired. */
    default boolean expire(long window, Instant now) {
        deleteRankings(window);
        return setExpired(window, now) > 0;
    }
}
