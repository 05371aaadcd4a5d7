package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;

/** Stores the numbers of events on the days of streaks. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface StreakDayRepository extends SqlRepository {
    /** Adds events to days. Returns the new numbers. */
    @Query("""
            INSERT INTO streak_day AS d (streak_id, participant_id, day, event_count)
            SELECT * FROM unnest(:eventCounts.key.streakId, :eventCounts.key.participantId, :eventCounts.key.day,
                                 :eventCounts.value)
            ON CONFLICT (participant_id, streak_id, day) DO UPDATE SET event_count = d.event_count + excluded.event_count
            RETURNING streak_id, participant_id, day, event_count
            """)
    List<DayCount> add(Map<StreakDay, Integer> eventCounts);

    @Introspected
    record DayCount(StreakDay day, int eventCount) {}

    /** Returns the length of each streak on its day, if it is not 0. Counts the days of a run from its nearer end. */
    @Query("""
            SELECT input.n,
                   CASE WHEN run.end_date < period.day THEN run.length
                        WHEN run.end_date - period.day < period.day - run.start_date
                        THEN run.length - (SELECT count(*)::integer FROM streak_day AS d
                                           WHERE d.participant_id = input.participant_id AND d.streak_id = input.streak_id
                                             AND d.day > period.day AND d.day <= run.end_date AND d.event_count > 0)
                        ELSE (SELECT count(*)::integer FROM streak_day AS d
                              WHERE d.participant_id = input.participant_id AND d.streak_id = input.streak_id
                                AND d.day BETWEEN run.start_date AND period.day AND d.event_count > 0)
                   END AS value
            FROM unnest(:days.streakId, :days.participantId, :days.day)
                 WITH ORDINALITY AS input (streak_id, participant_id, day, n)
            CROSS JOIN LATERAL (
                SELECT CASE s.period WHEN 'WEEK' THEN date_trunc('week', input.day)::date ELSE input.day END AS day,
                       CASE s.period WHEN 'WEEK' THEN 7 ELSE 1 END AS step
                FROM streak AS s WHERE s.id = input.streak_id OFFSET 0) AS period
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS r
                WHERE r.participant_id = input.participant_id AND r.streak_id = input.streak_id
                  AND r.start_date <= period.day
                ORDER BY r.start_date DESC LIMIT 1) AS run
            WHERE CASE WHEN run.end_date >= period.day THEN true
                       ELSE streak_covered_through(input.streak_id, input.participant_id, run.end_date, period.step)
                            >= period.day END
            """)
    List<Numbered<Integer>> lengths(List<StreakDay> days);
}
