package laurel.score.restriction;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.score.restriction.ParticipantRestriction.RestrictionFilter;
import org.jspecify.annotations.Nullable;

/** Stores restrictions of participants, and which entries have yet to follow them. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface RestrictionRepository extends SqlRepository {
    /** A participant and the leaderboards on which a restriction has the same effect; a null is all leaderboards of the app. */
    @Introspected
    record RestrictedParticipant(
            int appId,
            long participantId,
            RestrictionKind kind,
            @Nullable Integer leaderboardId) {}

    /** Stores a restriction; null if an equal one is in force. */
    @Query("""
            INSERT INTO participant_restriction (app_id, participant_id, leaderboard_id, kind, reason, created_at, created_by,
                                                 expires_at)
            VALUES (:who.appId, :who.participantId, :who.leaderboardId, :who.kind, :terms.reason, :now, :by, :terms.expiresAt)
            ON CONFLICT DO NOTHING
            RETURNING *
            """)
    @Nullable
    ParticipantRestriction insert(RestrictedParticipant who, RestrictionTerms terms, String by, Instant now);

    /** Ends a restriction that is in force; null if there is none. */
    @Query("""
            UPDATE participant_restriction SET ended_at = :now, ended_by = :by
            WHERE participant_id = :who.participantId AND kind = :who.kind
              AND coalesce(leaderboard_id, 0) = coalesce(:who.leaderboardId::integer, 0) AND ended_at IS NULL
            RETURNING *
            """)
    @Nullable
    ParticipantRestriction end(RestrictedParticipant who, String by, Instant now);

    /** Ends a restriction that has expired. Returns 0 if it has ended before. */
    @Query("UPDATE participant_restriction SET ended_at = :now WHERE id = :id AND ended_at IS NULL")
    int expire(long id, Instant now);

    /** Returns restrictions that have expired and are still in force, in the order in which they expired. */
    @Query("""
            SELECT * FROM participant_restriction
            WHERE ended_at IS NULL AND expires_at <= :now
            ORDER BY expires_at
            LIMIT :limit
            """)
    List<ParticipantRestriction> expired(Instant now, int limit);

    /** Work that remains after a restriction of all leaderboards of an app was stored or ended. */
    @Introspected
    record RestrictionTask(int appId, long participantId, int leaderboardId) {}

    /** Adds tasks. Waits for transactions that are deleting one of them. */
    @Query("""
            INSERT INTO restriction_task (app_id, participant_id, leaderboard_id)
            SELECT :app, :participant, board FROM unnest(:boards) AS added (board) ORDER BY board
            ON CONFLICT DO NOTHING
            """)
    void addTasks(int app, long participant, Collection<Integer> boards);

    @Query("DELETE FROM restriction_task WHERE participant_id = :participant AND leaderboard_id = :board")
    int deleteTask(long participant, int board);

    @Query("SELECT * FROM restriction_task WHERE participant_id = :participant ORDER BY leaderboard_id LIMIT :limit")
    List<RestrictionTask> tasks(long participant, int limit);

    /** Returns a task of each participant that has one. */
    @Query(
            "SELECT DISTINCT ON (participant_id) * FROM restriction_task ORDER BY participant_id, leaderboard_id LIMIT :limit")
    List<RestrictionTask> participantsWithTasks(int limit);

    /** Returns the leaderboards of an app whose lock another transaction holds now. */
    @Query("""
            SELECT b.id FROM pg_locks AS l
            JOIN leaderboard AS b ON b.id = l.objid::integer
            WHERE l.locktype = 'advisory' AND l.classid = hashtext('leaderboard')::oid AND l.objsubid = 2
              AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND b.app_id = :app AND l.granted
            """)
    List<Integer> locked(int app);

    /**
     * Returns the leaderboards with entries of a participant, withheld or not. Reads all partitions, because the windows of any
     * leaderboard may be in any of them.
     */
    @Query("""
            SELECT DISTINCT r.leaderboard_id
            FROM (SELECT e.ranking_id FROM entry AS e WHERE e.participant_id = :participant
                  UNION ALL
                  SELECT w.ranking_id FROM restriction_entry AS w WHERE w.participant_id = :participant) AS s
            JOIN ranking AS r ON r.id = s.ranking_id
            """)
    List<Integer> withEntries(long participant);

    /** Returns the leaderboards with withheld entries of a participant. */
    @Query("""
            SELECT DISTINCT r.leaderboard_id
            FROM restriction_entry AS w JOIN ranking AS r ON r.id = w.ranking_id
            WHERE w.participant_id = :participant
            """)
    List<Integer> withWithheldEntries(long participant);

    /**
     * Returns the withheld entries of participants on public leaderboards, in windows that have not expired. The primary key has
     * them in the order of the lists.
     */
    @Query("""
            SELECT wanted.n, s.*
            FROM unnest(:lists.filter, :lists.after, :lists.limit) WITH ORDINALITY AS wanted (participant_id, after, size, n)
            CROSS JOIN LATERAL (
                SELECT e.ranking_id, r.leaderboard_id, r.window_id, r.group_values, e.sort_key, e.subscore_key, e.achieved_at
                FROM restriction_entry AS e
                CROSS JOIN LATERAL (
                    SELECT l.leaderboard_id, l.window_id, l.group_values
                    FROM ranking AS l
                    JOIN leaderboard AS b ON b.id = l.leaderboard_id AND b.visibility = 'PUBLIC'
                    JOIN leaderboard_window AS w ON w.id = l.window_id AND w.expired_at IS NULL
                    WHERE l.id = e.ranking_id
                    OFFSET 0) AS r
                WHERE e.participant_id = wanted.participant_id AND e.ranking_id > wanted.after
                ORDER BY e.ranking_id
                LIMIT wanted.size) AS s
            ORDER BY wanted.n, s.ranking_id
            """)
    List<Numbered<WithheldEntry>> listWithheld(List<ListRequest<Long, Long>> lists);

    default Map<ListRequest<Long, Long>, List<WithheldEntry>> withheld(List<ListRequest<Long, Long>> lists) {
        return Numbered.lists(lists, listWithheld(lists));
    }

    @Query("SELECT * FROM participant_restriction WHERE app_id = :app AND id = ANY (:ids)")
    List<ParticipantRestriction> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT wanted.n, r.*
            FROM unnest(:lists.filter.participantId, :lists.filter.leaderboardId, :lists.filter.kind, :lists.filter.inForce,
                        :lists.after, :lists.limit) WITH ORDINALITY
                 AS wanted (participant_id, leaderboard_id, kind, in_force, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM (
                    SELECT * FROM participant_restriction AS q
                    WHERE wanted.participant_id IS NULL AND q.app_id = :app
                    UNION ALL
                    SELECT * FROM participant_restriction AS q
                    WHERE q.participant_id = wanted.participant_id AND q.app_id = :app) AS q
                WHERE q.id < wanted.before
                  AND q.leaderboard_id IS NOT DISTINCT FROM coalesce(wanted.leaderboard_id, q.leaderboard_id)
                  AND q.kind = coalesce(wanted.kind, q.kind)
                  AND (q.ended_at IS NULL) = coalesce(wanted.in_force, q.ended_at IS NULL)
                ORDER BY q.id DESC
                LIMIT wanted.size) AS r
            ORDER BY wanted.n, r.id DESC
            """)
    List<Numbered<ParticipantRestriction>> list(int app, List<ListRequest<RestrictionFilter, Long>> lists);

    /** Returns the restrictions of each list, from the newest to the oldest. Empty lists are absent. */
    default Map<ListRequest<RestrictionFilter, Long>, List<ParticipantRestriction>> listed(
            int app, List<ListRequest<RestrictionFilter, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
