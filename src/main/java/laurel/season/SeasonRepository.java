package laurel.season;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.window.Window;
import laurel.window.WindowKey;

/** Bounds, closes and expires the windows of seasons. */
@Singleton
class SeasonRepository {
    private static final String OF_KEY = """
            leaderboard_id = :board AND definition = :definition AND zone = :zone
              AND coalesce(starts_at, '-infinity') = :startsAt
            """;
    private static final String FIND = "SELECT * FROM leaderboard_window WHERE " + OF_KEY;

    private static final String BOUND = """
            UPDATE leaderboard_window SET ends_at = :endsAt::timestamptz, finalizes_at = :finalizesAt::timestamptz
            WHERE wanted_revision = 0
              AND (ends_at, finalizes_at) IS DISTINCT FROM (:endsAt::timestamptz, :finalizesAt::timestamptz)
              AND <of key>
            """.replace("<of key>", OF_KEY);
    private static final String CLOSE =
            "UPDATE leaderboard_window SET wanted_revision = 1 WHERE id = :window AND wanted_revision = 0";

    /** What is gone is never to be final, nor to be looked at for that: so it counts as having been. */
    private static final String EXPIRE = """
            UPDATE leaderboard_window
            SET expired_at = :now, finalized_at = coalesce(finalized_at, :now),
                wanted_revision = greatest(wanted_revision, 1), revision = greatest(wanted_revision, 1)
            WHERE id = :window AND expired_at IS NULL
            """;

    private static final String DELETE_RANKINGS = """
            WITH gone AS (DELETE FROM ranking WHERE window_id = :window RETURNING id)
            INSERT INTO deleted_ranking (id) SELECT id FROM gone
            """;

    private final Sql sql;

    SeasonRepository(Sql sql) {
        this.sql = sql;
    }

    /** The window of this key; empty where it was never opened. */
    Optional<Window> find(WindowKey key) {
        return bind(sql.of(FIND), key).find(Window.class);
    }

    /** Gives the window of this key its bounds, unless it is closed. */
    void bound(WindowKey key) {
        bind(sql.of(BOUND), key)
                .bind("endsAt", key.bounds().endsAt())
                .bind("finalizesAt", key.finalizesAt())
                .execute();
    }

    private static Statement bind(Statement statement, WindowKey key) {
        return statement
                .bind("board", key.leaderboard().id())
                .bind("definition", key.definition().id())
                .bind("zone", key.zone().getId())
                .bind("startsAt", key.bounds().startsAt());
    }

    /** From now on it takes no submission and is to be final; false where that was so already. */
    boolean close(long window) {
        return sql.of(CLOSE).bind("window", window).execute() > 0;
    }

    /** What stood in it is gone, and its entries are left to be swept; false where it had expired. */
    boolean expire(long window, Instant now) {
        sql.of(DELETE_RANKINGS).bind("window", window).execute();
        return sql.of(EXPIRE).bind("window", window).bind("now", now).execute() > 0;
    }
}
