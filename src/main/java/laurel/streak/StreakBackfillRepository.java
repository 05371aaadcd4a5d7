package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Stores the positions of backfills. A streak without a row is complete or archived. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreakBackfillRepository extends SqlRepository {
    /**
     * All activity through this day of this participant has been added to a streak.
     *
     * @param startedAt when the streak was created or unarchived
     */
    @Introspected
    record BackfillPosition(long streakId, long participantId, LocalDate day, Instant startedAt) {}

    /** Starts a backfill. Null if there is no activity by the streak's day rule. */
    @Query("""
            INSERT INTO streak_backfill (streak_id, app_id, participant_id, day, started_at)
            SELECT s.id, s.app_id, 0, DATE '0001-01-01', :now FROM streak AS s
            WHERE s.id = :streak AND EXISTS (SELECT FROM activity_daily_tally AS t WHERE t.day_rule_id = s.day_rule_id)
            RETURNING *
            """)
    @Nullable
    BackfillPosition add(long streak, Instant now);

    /** Returns the position of a streak's backfill; empty if the streak is complete or archived. */
    @Query("SELECT * FROM streak_backfill WHERE streak_id = :streak")
    Optional<BackfillPosition> position(long streak);

    @Query("UPDATE streak_backfill SET participant_id = :participant, day = :day WHERE streak_id = :streak")
    void advance(long streak, long participant, LocalDate day);

    @Query("DELETE FROM streak_backfill WHERE streak_id = :streak")
    void remove(long streak);

    /**
     * Returns the next days with tallies, ordered by participant and day, including complete ones. Omits tallies of the role
     * WINNER, because winners also have the role ACTOR or PEER.
     */
    @Query("""
            SELECT next.participant_id, next.day, next.event_count - coalesce(d.event_count, 0) AS missing_count
            FROM (SELECT p.id AS participant_id, counted.day, counted.event_count
                  FROM participant AS p
                  CROSS JOIN LATERAL (
                      SELECT CASE :streak.period WHEN 'WEEK' THEN date_trunc('week', t.day)::date ELSE t.day END AS day,
                             sum(t.event_count)::integer AS event_count
                      FROM activity_daily_tally AS t
                      WHERE t.participant_id = p.id AND t.day_rule_id = :streak.dayRuleId AND t.role <> 'WINNER'
                        AND t.event_count > 0
                        AND (cardinality(:streak.eventTypes) = 0 OR t.event_type = ANY (:streak.eventTypes))
                      GROUP BY 1
                      OFFSET 0) AS counted
                  WHERE p.app_id = :streak.appId AND p.id BETWEEN :after.participantId AND :lastParticipant
                    AND (p.id, counted.day) > (:after.participantId, :after.day)
                  ORDER BY p.id, counted.day
                  LIMIT :limit) AS next
            LEFT JOIN streak_day AS d
                ON d.participant_id = next.participant_id AND d.streak_id = :streak.id AND d.day = next.day
            ORDER BY next.participant_id, next.day
            """)
    List<MissingDay> days(Streak streak, BackfillPosition after, long lastParticipant, int limit);

    /** Number of events that are missing on a day. */
    @Introspected
    record MissingDay(long participantId, LocalDate day, int missingCount) {}
}
