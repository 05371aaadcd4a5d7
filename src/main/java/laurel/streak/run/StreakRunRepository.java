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

/** The runs that streaks are read from. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface StreakRunRepository extends SqlRepository {
    /** Days of a participant, from one through another. */
    record Days(long streakId, long participantId, LocalDate from, LocalDate through) {}

    /** The last run that starts by each stretch of days, those that start within, and the one after; in their order. */
    @Query("""
            SELECT wanted.n, near.start_date, near.end_date, near.length
            FROM unnest(:stretches.streakId, :stretches.participantId, :stretches.from, :stretches.through)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date <= wanted.from_day ORDER BY r.start_date DESC LIMIT 1)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date > wanted.from_day AND r.start_date <= wanted.through)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.start_date > wanted.through ORDER BY r.start_date LIMIT 1)
                OFFSET 0) AS near
            ORDER BY wanted.n, near.start_date
            """)
    List<Numbered<StreakRun>> near(List<Days> stretches);

    /** The run from the first to the last active day of each of these stretches; absent if no day is active. */
    @Query("""
            SELECT wanted.n, active.start_date, active.end_date, active.length
            FROM unnest(:stretches.streakId, :stretches.participantId, :stretches.from, :stretches.through)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                SELECT min(d.day) AS start_date, max(d.day) AS end_date, count(*) AS length FROM streak_day AS d
                WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id
                  AND d.day BETWEEN wanted.from_day AND wanted.through AND d.events > 0
                OFFSET 0) AS active
            WHERE active.length > 0
            """)
    List<Numbered<StreakRun>> active(List<Days> stretches);

    /** Through which day the days after each of these are frozen or have amnesty without a gap. */
    @Query("""
            SELECT wanted.streak_id, wanted.participant_id, wanted.day,
                   held_through(wanted.streak_id, wanted.participant_id, wanted.day, wanted.step) AS through
            FROM unnest(:after.key.streakId, :after.key.participantId, :after.key.day, :after.value.days)
                 AS wanted (streak_id, participant_id, day, step)
            """)
    List<Held> held(Map<StreakDay, StreakPeriod> after);

    @Introspected
    record Held(StreakDay day, LocalDate through) {}

    /** A run that is to be stored or deleted. */
    record Stored(long streakId, long participantId, StreakRun run) {}

    @Query("""
            DELETE FROM streak_run WHERE ctid = ANY (ARRAY(
                SELECT run.ctid
                FROM unnest(:runs.streakId, :runs.participantId, :runs.run.startDate)
                         AS gone (streak_id, participant_id, start_date),
                     LATERAL (SELECT r.ctid FROM streak_run AS r
                              WHERE r.participant_id = gone.participant_id AND r.streak_id = gone.streak_id
                                AND r.start_date = gone.start_date
                              OFFSET 0) AS run))
            """)
    void delete(List<Stored> runs);

    /** Stores runs, over those that start on the same days. */
    @Query("""
            INSERT INTO streak_run (streak_id, participant_id, start_date, end_date, length)
            SELECT * FROM unnest(:runs.streakId, :runs.participantId, :runs.run.startDate, :runs.run.endDate,
                                 :runs.run.length)
            ON CONFLICT (participant_id, streak_id, start_date)
            DO UPDATE SET end_date = excluded.end_date, length = excluded.length
            """)
    void put(List<Stored> runs);
}
