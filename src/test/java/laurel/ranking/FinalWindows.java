package laurel.ranking;

import java.time.Instant;
import laurel.LaurelServer;
import laurel.database.sql.Sql;

/** Finalizes, corrects and expires windows with plain SQL, with the same result as the service. */
public final class FinalWindows {
    private static final String CLOSE =
            "UPDATE leaderboard_window SET requested_revision = requested_revision + 1 WHERE id = :window";
    private static final String STORE = """
            INSERT INTO final_standing
            SELECT e.ranking_id, w.requested_revision, e.participant_id, e.sort_key, e.subscore_key, e.tie_key, e.achieved_at,
                   e.submission_id, e.metadata, rank() OVER scores, dense_rank() OVER scores, row_number() OVER list,
                   percent_rank() OVER scores, cume_dist() OVER scores
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.id = :window AND r.revision = 0
            WINDOW scores AS (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key),
                   list AS (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key)
            """;
    private static final String STORE_REVISION = """
            UPDATE ranking AS r
            SET revision = w.requested_revision,
                empty_revisions = CASE WHEN EXISTS (SELECT FROM entry AS e WHERE e.ranking_id = r.id)
                                       THEN empty_revisions ELSE empty_revisions || w.requested_revision END
            FROM leaderboard_window AS w WHERE w.id = r.window_id AND w.id = :window AND r.revision = 0
            """;
    private static final String FINAL = """
            UPDATE leaderboard_window SET revision = requested_revision, finalized_at = :now WHERE id = :window
            """;
    private static final String PUBLISH = """
            INSERT INTO event (app_id, event_type, leaderboard_id, window_id, number, occurred_at)
            SELECT app_id, CASE revision WHEN 1 THEN 'WINDOW_FINALIZED' ELSE 'WINDOW_CORRECTED' END, leaderboard_id, id,
                   revision, :now
            FROM leaderboard_window WHERE id = :window
            """;

    private static final String PARTICIPANT =
            "(SELECT id FROM participant WHERE external_id = :participant AND app_id = :app)";
    private static final String RANKINGS_OF = "SELECT ranking_id FROM entry WHERE participant_id = " + PARTICIPANT;

    private final Sql sql;
    private final int app;

    public FinalWindows(LaurelServer server) {
        this.sql = server.database().sql();
        this.app = server.appId();
    }

    /** Finalizes the windows with a name, one per time zone of the leaderboard and its groups. */
    public void store(String board, String name, Instant now) {
        sql.useTransaction(() -> {
            for (long window : windows(board, name)) {
                sql.of(CLOSE).bind("window", window).execute();
                sql.of(STORE).bind("window", window).execute();
                sql.of(STORE_REVISION).bind("window", window).execute();
                sql.of(FINAL).bind("window", window).bind("now", now).execute();
                sql.of(PUBLISH).bind("window", window).bind("now", now).execute();
            }
        });
    }

    /** Starts a correction, so that ranks are counted. */
    void reopen(String board, String name) {
        update("UPDATE ranking SET revision = 0 WHERE window_id = :window", board, name);
    }

    /** Removes a participant from its rankings, and starts their correction; other rankings keep their revision. */
    void remove(String participant) {
        sql.useTransaction(() -> {
            sql.of("UPDATE ranking SET revision = 0 WHERE id IN (" + RANKINGS_OF + ")")
                    .bind("participant", participant)
                    .bind("app", app)
                    .execute();
            sql.of("DELETE FROM entry WHERE ranking_id IN (" + RANKINGS_OF + ") AND participant_id = " + PARTICIPANT)
                    .bind("participant", participant)
                    .bind("app", app)
                    .execute();
        });
    }

    public void expire(String board, String name) {
        update("UPDATE leaderboard_window SET expired_at = finalized_at WHERE id = :window", board, name);
    }

    private void update(String update, String board, String name) {
        sql.useTransaction(() -> {
            for (long window : windows(board, name)) {
                sql.of(update).bind("window", window).execute();
            }
        });
    }

    private Iterable<Long> windows(String board, String name) {
        return sql.of("SELECT w.id FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id"
                        + " WHERE l.app_id = :app AND l.key = :board AND w.name = :name ORDER BY w.id")
                .bind("app", app)
                .bind("board", board)
                .bind("name", name)
                .list(Long.class);
    }
}
