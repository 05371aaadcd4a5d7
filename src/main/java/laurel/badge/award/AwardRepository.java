package laurel.badge.award;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import laurel.badge.award.BadgeAward.AwardFilter;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;

/** Stores and lists awards. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface AwardRepository extends SqlRepository {
    /** The statement of the pages, up to the column of the owner, and after it. */
    String PAGES = """
            SELECT input.n, a.*
            FROM unnest(:lists.filter.ownerId, :lists.after, :lists.limit, :lists.filter.includeRevoked) WITH ORDINALITY
                 AS input (owner, before, size, revoked, n)
            CROSS JOIN LATERAL (
                SELECT * FROM badge_award AS l
                WHERE\s""";

    String OF_OWNER = """
             = input.owner AND l.id < input.before AND (input.revoked OR l.revoked_at IS NULL)
                ORDER BY l.id DESC LIMIT input.size) AS a
            ORDER BY input.n, a.id DESC
            """;

    /**
     * Inserts the awards that do not exist, and returns them. No two have the same key. Awards that were revoked by a
     * correction are restored. In order, so that concurrent transactions do not deadlock. Participants that were erased are
     * skipped, and the others cannot be erased before the transaction ends.
     */
    @Query("""
            INSERT INTO badge_award AS a (app_id, badge_id, participant_id, period, window_id, day, reason, awarded_at,
                                         revoked_by_correction, evidence)
            SELECT :app, e.badge_id, e.participant_id, e.period, e.window_id, e.day, e.reason, :now, FALSE, e.evidence
            FROM unnest(:earned.badgeId, :earned.participantId, :earned.period, :earned.windowId, :earned.day,
                        :earned.reason, :earned.evidence)
                 AS e (badge_id, participant_id, period, window_id, day, reason, evidence)
            WHERE e.participant_id IN (
                SELECT p.id FROM participant AS p
                WHERE p.id = ANY (:earned.participantId) AND p.erased_at IS NULL
                ORDER BY p.id
                FOR KEY SHARE)
            ORDER BY e.badge_id, e.participant_id, e.period
            ON CONFLICT (badge_id, participant_id, period) DO UPDATE
            SET awarded_at = :now, window_id = excluded.window_id, day = excluded.day, reason = excluded.reason,
                revoked_at = NULL, revoke_reason = NULL, revoked_by_correction = FALSE, evidence = excluded.evidence
            WHERE a.revoked_by_correction
            RETURNING *
            """)
    List<BadgeAward> grant(int app, Collection<EarnedBadge> earned, Instant now);

    @Query("""
            SELECT * FROM badge_award
            WHERE badge_id = :key.badgeId AND participant_id = :key.participantId AND period = :key.period
            """)
    Optional<BadgeAward> find(EarnedBadge.Key key);

    /** The keys with an award, which may be revoked unless by a correction. */
    @Query("""
            SELECT a.badge_id, a.participant_id, a.period
            FROM unnest(:earned.badgeId, :earned.participantId, :earned.period) AS e (badge_id, participant_id, period)
            CROSS JOIN LATERAL (
                SELECT * FROM badge_award AS q
                WHERE q.badge_id = e.badge_id AND q.participant_id = e.participant_id AND q.period = e.period
                  AND NOT q.revoked_by_correction
                OFFSET 0) AS a
            """)
    Set<EarnedBadge.Key> existing(Collection<EarnedBadge> earned);

    /** Locks an award until the transaction ends. */
    @Query("SELECT * FROM badge_award WHERE app_id = :app AND id = :id FOR UPDATE")
    Optional<BadgeAward> lockById(int app, long id);

    @Query("""
            UPDATE badge_award SET revoked_at = :now, revoke_reason = :reason, revoked_by_correction = FALSE
            WHERE id = :id RETURNING *
            """)
    BadgeAward revoke(long id, String reason, Instant now);

    @Query("""
            UPDATE badge_award SET revoked_at = NULL, revoke_reason = NULL, revoked_by_correction = FALSE
            WHERE id = :id RETURNING *
            """)
    BadgeAward restore(long id);

    /** Revokes those of these awards that are not revoked yet, because their window was corrected, and returns them. */
    @Query("""
            UPDATE badge_award AS a SET revoked_at = :now, revoke_reason = :reason, revoked_by_correction = TRUE
            FROM (SELECT id FROM badge_award WHERE id = ANY (:ids) AND revoked_at IS NULL ORDER BY id FOR UPDATE) AS held
            WHERE a.id = held.id
            RETURNING a.*
            """)
    List<BadgeAward> revokeByCorrection(Collection<Long> ids, String reason, Instant now);

    /** Those of these badges that have awards by a window, revoked or not. */
    @Query("""
            SELECT b.id FROM unnest(:badges) AS b (id)
            CROSS JOIN LATERAL (
                SELECT FROM badge_award AS a WHERE a.window_id = :window AND a.badge_id = b.id LIMIT 1) AS a
            """)
    Set<Integer> awardedBy(long window, Collection<Integer> badges);

    /** The next awards of a badge by a window that are not revoked, in order of id. */
    @Query("""
            SELECT * FROM badge_award
            WHERE window_id = :window AND badge_id = :badge AND id > :after AND revoked_at IS NULL
            ORDER BY id LIMIT :limit
            """)
    List<BadgeAward> byWindow(int badge, long window, long after, int limit);

    /** Changes the window of awards, and what they were won with. */
    @Query("""
            UPDATE badge_award AS a SET window_id = e.window_id, evidence = e.evidence
            FROM unnest(:earned.badgeId, :earned.participantId, :earned.period, :earned.windowId, :earned.evidence)
                 AS e (badge_id, participant_id, period, window_id, evidence)
            WHERE a.badge_id = e.badge_id AND a.participant_id = e.participant_id AND a.period = e.period
              AND a.revoked_at IS NULL
            """)
    void move(Collection<EarnedBadge> earned);

    /** Updates what awards were won with after a correction of their windows. */
    @Query("""
            UPDATE badge_award AS a SET evidence = e.evidence
            FROM unnest(:earned.badgeId, :earned.participantId, :earned.period, :earned.windowId, :earned.evidence)
                 AS e (badge_id, participant_id, period, window_id, evidence)
            WHERE a.badge_id = e.badge_id AND a.participant_id = e.participant_id AND a.period = e.period
              AND a.window_id = e.window_id AND a.revoked_at IS NULL AND a.evidence IS DISTINCT FROM e.evidence
            """)
    void updateEvidence(Collection<EarnedBadge> earned);

    @Query("SELECT * FROM badge_award WHERE app_id = :app AND id = ANY (:ids)")
    List<BadgeAward> byIds(int app, Collection<Long> ids);

    @Query(PAGES + "l.participant_id" + OF_OWNER)
    List<Numbered<BadgeAward>> listOfParticipants(List<ListRequest<AwardFilter, Long>> lists);

    /** The awards of participants, newest first; lists without awards are absent. */
    default Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> ofParticipants(
            List<ListRequest<AwardFilter, Long>> lists) {
        return Numbered.lists(lists, listOfParticipants(lists));
    }

    @Query(PAGES + "l.badge_id" + OF_OWNER)
    List<Numbered<BadgeAward>> listOfBadges(List<ListRequest<AwardFilter, Long>> lists);

    /** The awards of badges, newest first; lists without awards are absent. */
    default Map<ListRequest<AwardFilter, Long>, List<BadgeAward>> ofBadges(List<ListRequest<AwardFilter, Long>> lists) {
        return Numbered.lists(lists, listOfBadges(lists));
    }

    /** Number of participants that hold each of these badges. */
    @Query("""
            SELECT b.id, (SELECT count(DISTINCT a.participant_id) FROM badge_award AS a
                          WHERE a.badge_id = b.id AND a.revoked_at IS NULL) AS holder_count
            FROM unnest(:badges) AS b (id)
            """)
    List<Holders> holders(Collection<Integer> badges);

    @Introspected
    record Holders(int id, long holderCount) {}

    /** Number of participants of the app. */
    @Query("SELECT count(*) FROM participant WHERE app_id = :app AND erased_at IS NULL")
    long participantCount(int app);
}
