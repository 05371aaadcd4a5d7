package laurel.badge;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** How far events and changes of leaderboards have been looked through for what is earned by them. */
@Singleton
class PositionRepository {
    private static final String FOLLOW_EVENTS = """
            INSERT INTO badge_event_position (app_id, event_position) VALUES (:id, :position) ON CONFLICT (app_id) DO NOTHING
            """;
    private static final String FOLLOW_BOARD = """
            INSERT INTO badge_board_position (leaderboard_id, sequence) VALUES (:id, :position)
            ON CONFLICT (leaderboard_id) DO NOTHING
            """;
    private static final String APPS_BEHIND = """
            SELECT p.app_id FROM badge_event_position AS p
            WHERE EXISTS (SELECT FROM event AS e WHERE e.app_id = p.app_id AND e.id > p.event_position)
            ORDER BY p.app_id
            """;
    private static final String BOARDS_BEHIND = """
            SELECT p.leaderboard_id FROM badge_board_position AS p
            WHERE EXISTS (SELECT FROM outbox AS o WHERE o.leaderboard_id = p.leaderboard_id AND o.sequence > p.sequence)
            ORDER BY p.leaderboard_id
            """;
    private static final String CLAIM_EVENTS =
            "SELECT event_position FROM badge_event_position WHERE app_id = :id FOR UPDATE SKIP LOCKED";
    private static final String CLAIM_BOARD =
            "SELECT sequence FROM badge_board_position WHERE leaderboard_id = :id FOR UPDATE SKIP LOCKED";
    private static final String ADVANCE_EVENTS =
            "UPDATE badge_event_position SET event_position = :position WHERE app_id = :id";
    private static final String ADVANCE_BOARD =
            "UPDATE badge_board_position SET sequence = :position WHERE leaderboard_id = :id";

    /** Has an app's events followed from here, unless they are already. */
    void followEvents(Handle transaction, int app, long position) {
        set(transaction, FOLLOW_EVENTS, app, position);
    }

    /** Has a board's changes followed from here, unless they are already. */
    void followBoard(Handle transaction, int board, long position) {
        set(transaction, FOLLOW_BOARD, board, position);
    }

    List<Integer> appsBehind(Handle handle) {
        return handle.createQuery(APPS_BEHIND).mapTo(Integer.class).list();
    }

    List<Integer> boardsBehind(Handle handle) {
        return handle.createQuery(BOARDS_BEHIND).mapTo(Integer.class).list();
    }

    /** Where an app's events have been looked through to; empty where another is at it. */
    Optional<Long> claimEvents(Handle transaction, int app) {
        return claim(transaction, CLAIM_EVENTS, app);
    }

    /** Where a board's changes have been looked through to; empty where another is at it. */
    Optional<Long> claimBoard(Handle transaction, int board) {
        return claim(transaction, CLAIM_BOARD, board);
    }

    void advanceEvents(Handle transaction, int app, long position) {
        set(transaction, ADVANCE_EVENTS, app, position);
    }

    void advanceBoard(Handle transaction, int board, long position) {
        set(transaction, ADVANCE_BOARD, board, position);
    }

    private static Optional<Long> claim(Handle transaction, String sql, int id) {
        return transaction.createQuery(sql).bind("id", id).mapTo(Long.class).findOne();
    }

    private static void set(Handle transaction, String sql, int id, long position) {
        transaction.createUpdate(sql).bind("id", id).bind("position", position).execute();
    }
}
