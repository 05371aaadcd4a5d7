package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;

/** Stores runs. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreakRunRepository extends SqlRepository {
    /** Days of a participant's streak. Both dates are inclusive. */
    record DayRange(ParticipantStreakId streak, LocalDate startDate, LocalDate endDate) {
        boolean isEmpty() {
            return endDate.isBefore(startDate);
        }
    }

    /**
     * Returns the runs near each range, in their order: the last one that starts before or with the range, those that start
     * within, and the first one after.
     */
    @Query("""
            SELECT input.n, near.start_date, near.end_date, near.length
            FROM unnest(:ranges.streak.streakId, :ranges.streak.participantId, :ranges.startDate, :ranges.endDate)
                 WITH ORDINALITY AS input (streak_id, participant_id, start_date, end_date, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = input.participant_id AND r.streak_id = input.streak_id
                   AND r.start_date <= input.start_date ORDER BY r.start_date DESC LIMIT 1)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = input.participant_id AND r.streak_id = input.streak_id
                   AND r.start_date > input.start_date AND r.start_date <= input.end_date)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = input.participant_id AND r.streak_id = input.streak_id
                   AND r.start_date > input.end_date ORDER BY r.start_date LIMIT 1)
                OFFSET 0) AS near
            ORDER BY input.n, near.start_date
            """)
    List<Numbered<StreakRun>> near(List<DayRange> ranges);

    /** Returns the run from the first to the last active day of each range. Absent if no day is active. */
    @Query("""
            SELECT input.n, active.start_date, active.end_date, active.length
            FROM unnest(:ranges.streak.streakId, :ranges.streak.participantId, :ranges.startDate, :ranges.endDate)
                 WITH ORDINALITY AS input (streak_id, participant_id, start_date, end_date, n)
            CROSS JOIN LATERAL (
                SELECT min(d.day) AS start_date, max(d.day) AS end_date, count(*) AS length FROM streak_day AS d
                WHERE d.participant_id = input.participant_id AND d.streak_id = input.streak_id
                  AND d.day BETWEEN input.start_date AND input.end_date AND d.event_count > 0
                OFFSET 0) AS active
            WHERE active.length > 0
            """)
    List<Numbered<StreakRun>> active(List<DayRange> ranges);

    /**
     * Returns the last of the consecutive covered days after each day; the day itself if the next day is not covered. Calls the
     * function only if a later day is covered, because its call takes longer than both look-ups.
     */
    @Query("""
            SELECT input.streak_id, input.participant_id, input.day,
                   CASE WHEN EXISTS (SELECT FROM streak_frozen_day AS f
                                     WHERE f.participant_id = input.participant_id AND f.streak_id = input.streak_id
                                       AND f.day > input.day)
                          OR EXISTS (SELECT FROM streak_amnesty_day AS f
                                     WHERE f.streak_id = input.streak_id AND f.day > input.day)
                        THEN streak_covered_through(input.streak_id, input.participant_id, input.day, input.step)
                        ELSE input.day END AS covered_through
            FROM unnest(:after.key.streakId, :after.key.participantId, :after.key.day, :after.value.days)
                 AS input (streak_id, participant_id, day, step)
            """)
    List<CoveredDays> coveredThrough(Map<StreakDay, StreakPeriod> after);

    @Introspected
    record CoveredDays(StreakDay day, LocalDate coveredThrough) {}

    /** A run with its streak. */
    record RunRow(ParticipantStreakId streak, StreakRun run) {}

    @Query("""
            DELETE FROM streak_run WHERE ctid = ANY (ARRAY(
                SELECT run.ctid
                FROM unnest(:runs.streak.streakId, :runs.streak.participantId, :runs.run.startDate)
                         AS deleted (streak_id, participant_id, start_date),
                     LATERAL (SELECT r.ctid FROM streak_run AS r
                              WHERE r.participant_id = deleted.participant_id AND r.streak_id = deleted.streak_id
                                AND r.start_date = deleted.start_date
                              OFFSET 0) AS run))
            """)
    void delete(List<RunRow> runs);

    /** Stores runs. Replaces runs with the same start dates. */
    @Query("""
            INSERT INTO streak_run (streak_id, participant_id, start_date, end_date, length)
            SELECT * FROM unnest(:runs.streak.streakId, :runs.streak.participantId, :runs.run.startDate, :runs.run.endDate,
                                 :runs.run.length)
            ON CONFLICT (participant_id, streak_id, start_date)
            DO UPDATE SET end_date = excluded.end_date, length = excluded.length
            """)
    void put(List<RunRow> runs);
}
