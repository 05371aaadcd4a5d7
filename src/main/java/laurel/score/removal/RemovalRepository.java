package laurel.score.removal;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.score.removal.EntryRemoval.RemovalFilter;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** Stores removals of entries. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface RemovalRepository extends SqlRepository {
    /** Returns the windows of a leaderboard whose first revision is not stored yet. */
    @Query(
            "SELECT * FROM leaderboard_window WHERE leaderboard_id = :board AND finalized_at IS NULL AND expired_at IS NULL")
    List<Window> openWindows(int board);

    /** Returns the windows in which removals of a participant hold, without expired ones. */
    @Query("""
            SELECT w.* FROM leaderboard_window AS w
            WHERE w.expired_at IS NULL AND w.id IN (
                SELECT r.window_id FROM score_removal AS r
                WHERE r.leaderboard_id = :board AND r.participant_id = :participant AND r.restored_at IS NULL)
            """)
    List<Window> removedWindows(int board, long participant);

    /** Stores a removal for each of these windows. Its number is above those of all submissions of the leaderboard. */
    @Query("""
            INSERT INTO score_removal (number, leaderboard_id, window_id, participant_id, removed_at, reason)
            SELECT nextval('score_submission_number'), :board, w.id, :participant, :now, :reason
            FROM unnest(:windows) AS w (id)
            RETURNING *
            """)
    List<EntryRemoval> insert(int board, List<Long> windows, long participant, @Nullable String reason, Instant now);

    /** Ends the removals of a participant that hold in these windows, and returns them. */
    @Query("""
            UPDATE score_removal SET restored_at = :now
            WHERE window_id = ANY (:windows) AND participant_id = :participant AND restored_at IS NULL
            RETURNING *
            """)
    List<EntryRemoval> restore(List<Long> windows, long participant, Instant now);

    /** A leaderboard's open window with an entry of the participant. */
    @Introspected
    record OpenEntry(int leaderboardId, long windowId) {}

    /** Reads all partitions, because the windows of any leaderboard may be in any of them; and withheld entries. */
    @Query("""
            SELECT DISTINCT r.leaderboard_id, r.window_id
            FROM (SELECT e.ranking_id FROM entry AS e WHERE e.participant_id = :participant
                  UNION ALL
                  SELECT h.ranking_id FROM restriction_entry AS h WHERE h.participant_id = :participant) AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.finalized_at IS NULL AND w.expired_at IS NULL
            ORDER BY r.leaderboard_id, r.window_id
            """)
    List<OpenEntry> openEntries(long participant);

    @Query("""
            SELECT wanted.n, r.*
            FROM unnest(:lists.filter.leaderboardId, :lists.filter.participantId, :lists.after, :lists.limit) WITH ORDINALITY
                 AS wanted (leaderboard_id, participant_id, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM score_removal AS q
                WHERE q.leaderboard_id = wanted.leaderboard_id AND q.number < wanted.before
                  AND q.participant_id = coalesce(wanted.participant_id, q.participant_id)
                ORDER BY q.number DESC
                LIMIT wanted.size) AS r
            ORDER BY wanted.n, r.number DESC
            """)
    List<Numbered<EntryRemoval>> list(List<ListRequest<RemovalFilter, Long>> lists);

    /** Returns the removals of each list, from the newest to the oldest. Empty lists are absent. */
    default Map<ListRequest<RemovalFilter, Long>, List<EntryRemoval>> listed(
            List<ListRequest<RemovalFilter, Long>> lists) {
        return Numbered.lists(lists, list(lists));
    }
}
