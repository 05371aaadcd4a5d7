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
import laurel.badge.Badge;
import laurel.badge.award.Awards.Correction;
import laurel.badge.award.BadgeAward.AwardFilter;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;

/** Stores and lists awards. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface AwardRepository extends SqlRepository {
    /** The awards by the window of a {@code :correction} that are held by participants who did not earn them. */
    String NOT_EARNED = """
            badge_id = :correction.badge.id AND window_id = :correction.window AND revoked_at IS NULL
              AND NOT EXISTS (SELECT FROM unnest(:correction.earners) AS e (id) WHERE e.id = participant_id)
            """;

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
     * correction are restored. In order, so that concurrent transactions do not deadlock.
     */
    @Query("""
            INSERT INTO badge_award AS a (app_id, badge_id, participant_id, period, window_id, day, reason, awarded_at,
                                         revoked_by_correction)
            SELECT :app, e.badge_id, e.participant_id, e.period, e.window_id, e.day, e.reason, :now, FALSE
            FROM unnest(:earned.badgeId, :earned.participantId, :earned.period, :earned.windowId, :earned.day, :earned.reason)
                 AS e (badge_id, participant_id, period, window_id, day, reason)
            ORDER BY e.badge_id, e.participant_id, e.period
            ON CONFLICT (badge_id, participant_id, period) DO UPDATE
            SET awarded_at = :now, window_id = excluded.window_id, day = excluded.day, reason = excluded.reason,
                revoked_at = NULL, revoke_reason = NULL, revoked_by_correction = FALSE
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

    /** Revokes the awards by the corrected window that were not earned, and returns them. */
    @Query("""
            UPDATE badge_award AS a SET revoked_at = :now, revoke_reason = :reason, revoked_by_correction = TRUE
            FROM (SELECT id FROM badge_award WHERE\s""" + NOT_EARNED + """
                  ORDER BY id FOR UPDATE) AS held
            WHERE a.id = held.id
            RETURNING a.*
            """)
    List<BadgeAward> correct(Correction correction, String reason, Instant now);

    /** The participants of the awards that {@link #correct} revokes. */
    @Query("SELECT participant_id FROM badge_award WHERE " + NOT_EARNED)
    List<Long> losers(Correction correction);

    /** Changes the window of awards of these participants. */
    @Query("""
            UPDATE badge_award SET window_id = :to
            WHERE badge_id = :badge.id AND window_id = :from AND revoked_at IS NULL
              AND participant_id IN (SELECT e.id FROM unnest(:participants) AS e (id))
            """)
    void move(Badge badge, long from, long to, Collection<Long> participants);

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
    @Query("SELECT count(*) FROM participant WHERE app_id = :app")
    long participantCount(int app);
}
