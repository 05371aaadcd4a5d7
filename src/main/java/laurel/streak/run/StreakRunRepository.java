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
            SELECT wanted.n, near.start_date, near.end_date, near.length
            FROM unnest(:ranges.streak.streakId, :ranges.streak.participantId, :ranges.startDate, :ranges.endDate)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, start_date, end_date, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date <= wanted.start_date ORDER BY r.start_date DESC LIMIT 1)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date > wanted.start_date AND r.start_date <= wanted.end_date)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date > wanted.end_date ORDER BY r.start_date LIMIT 1)
                OFFSET 0) AS near
            ORDER BY wanted.n, near.start_date
            """)
    List<Numbered<StreakRun>> near(List<DayRange> ranges);

    /** Returns the run from the first to the last active day of each range. Absent if no day is active. */
    @Query("""
            SELECT wanted.n, active.start_date, active.end_date, active.length
            FROM unnest(:ranges.streak.streakId, :ranges.streak.participantId, :ranges.startDate, :ranges.endDate)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, start_date, end_date, n)
            CROSS JOIN LATERAL (
                SELECT min(d.day) AS start_date, max(d.day) AS end_date, count(*) AS length FROM streak_day AS d
                WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id
                  AND d.day BETWEEN wanted.start_date AND wanted.end_date AND d.event_count > 0
                OFFSET 0) AS active
            WHERE active.length > 0
            """)
    List<Numbered<StreakRun>> active(List<DayRange> ranges);

    /** Returns the last of the consecutive covered days after each day; the day itself if the next day is not covered. */
    @Query("""
            SELECT wanted.streak_id, wanted.participant_id, wanted.day,
                   streak_covered_through(wanted.streak_id, wanted.participant_id, wanted.day, wanted.step) AS covered_through
            FROM unnest(:after.key.streakId, :after.key.participantId, :after.key.day, :after.value.days)
                 AS wanted (streak_id, participant_id, day, step)
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
                         AS gone (streak_id, participant_id, start_date),
                     LATERAL (SELECT r.ctid FROM streak_run AS r
                              WHERE r.participant_id = gone.participant_id AND r.streak_id = gone.streak_id
                                AND r.start_date = gone.start_date
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
