package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** The streaks that do not have all that was counted before they were defined. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreakBackfillRepository extends SqlRepository {
    /** A streak has all that was counted through this day of this participant. */
    @Introspected
    record Place(long streakId, long participantId, LocalDate day) {}

    /** Begins before everything that is counted by the streak's rule for days; null if nothing is. */
    @Query("""
            INSERT INTO streak_fill (streak_id, app_id, participant_id, day)
            SELECT s.id, s.app_id, 0, DATE '0001-01-01' FROM streak AS s
            WHERE s.id = :streak AND EXISTS (SELECT FROM daily_tally AS t WHERE t.day_rule_id = s.day_rule_id)
            RETURNING *
            """)
    @Nullable
    Place add(long streak);

    /** That of a streak; empty if it is complete or archived. */
    @Query("SELECT * FROM streak_fill WHERE streak_id = :streak")
    Optional<Place> place(long streak);

    @Query("UPDATE streak_fill SET participant_id = :participant, day = :day WHERE streak_id = :streak")
    void advance(long streak, long participant, LocalDate day);

    @Query("DELETE FROM streak_fill WHERE streak_id = :streak")
    void remove(long streak);

    /** The next participants of an app in order of id, from this one. */
    @Query("""
            SELECT p.id FROM participant AS p WHERE p.app_id = :app AND p.id >= :from ORDER BY p.id LIMIT :most
            """)
    List<Long> participants(int app, long from, int most);

    /**
     * The next days that were counted, in order of participant and day, those that lack nothing too. Tallies of the part
     * WINNER are left out: winners are counted in their other part too.
     */
    @Query("""
            SELECT next.participant_id, next.day, next.events - coalesce(d.events, 0) AS missing
            FROM (SELECT p.id AS participant_id, counted.day, counted.events
                  FROM participant AS p
                  CROSS JOIN LATERAL (
                      SELECT CASE :streak.unit WHEN 'WEEK' THEN date_trunc('week', t.day)::date ELSE t.day END AS day,
                             sum(t.events)::integer AS events
                      FROM daily_tally AS t
                      WHERE t.participant_id = p.id AND t.day_rule_id = :streak.dayRuleId AND t.part <> 'WINNER' AND t.events > 0
                        AND (cardinality(:streak.eventTypes) = 0 OR t.type = ANY (:streak.eventTypes))
                      GROUP BY 1
                      OFFSET 0) AS counted
                  WHERE p.app_id = :streak.appId AND p.id BETWEEN :after.participantId AND :lastParticipant
                    AND (p.id, counted.day) > (:after.participantId, :after.day)
                  ORDER BY p.id, counted.day
                  LIMIT :most) AS next
            LEFT JOIN streak_day AS d
                ON d.participant_id = next.participant_id AND d.streak_id = :streak.id AND d.day = next.day
            ORDER BY next.participant_id, next.day
            """)
    List<MissingDay> days(Streak streak, Place after, long lastParticipant, int most);

    /** How many events a day lacks. */
    @Introspected
    record MissingDay(long participantId, LocalDate day, int missing) {}
}
