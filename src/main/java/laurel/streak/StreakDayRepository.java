package laurel.streak;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;

/** The days of streaks. */
@Singleton
class StreakDayRepository {
    private static final String COUNT = """
            INSERT INTO streak_day (streak_id, participant_id, day, events)
            SELECT * FROM unnest(:streaks, :participants, :days, :events)
            ON CONFLICT (participant_id, streak_id, day) DO UPDATE SET events = streak_day.events + excluded.events
            RETURNING streak_id, participant_id, day, events
            """;

    /** Within a run from its nearer end. */
    private static final String LENGTHS = """
            SELECT wanted.n - 1 AS n,
                   CASE WHEN run.last_active_on < asked.day THEN run.length
                        WHEN run.last_active_on - asked.day < asked.day - run.started_on
                        THEN run.length - (SELECT count(*)::integer FROM streak_day AS d
                                           WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id
                                             AND d.day > asked.day AND d.day <= run.last_active_on AND d.events > 0)
                        ELSE (SELECT count(*)::integer FROM streak_day AS d
                              WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id
                                AND d.day BETWEEN run.started_on AND asked.day AND d.events > 0)
                   END AS length
            FROM unnest(:streaks, :participants, :days) WITH ORDINALITY AS wanted (streak_id, participant_id, day, n)
            CROSS JOIN LATERAL (
                SELECT CASE s.unit WHEN 'WEEK' THEN date_trunc('week', wanted.day)::date ELSE wanted.day END AS day,
                       CASE s.unit WHEN 'WEEK' THEN 7 ELSE 1 END AS step
                FROM streak AS s WHERE s.id = wanted.streak_id OFFSET 0) AS asked
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS r
                WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                  AND r.started_on <= asked.day
                ORDER BY r.started_on DESC LIMIT 1) AS run
            WHERE CASE WHEN run.last_active_on >= asked.day THEN true
                       ELSE held_through(wanted.streak_id, wanted.participant_id, run.last_active_on, asked.step)
                            >= asked.day END
            """;

    private final Sql sql;

    StreakDayRepository(Sql sql) {
        this.sql = sql;
    }

    /** Adds events to days, of which none comes twice, and gives how many each has now. */
    Map<StreakDay, Integer> count(Map<StreakDay, Integer> events) {
        List<Map.Entry<StreakDay, Integer>> rows = List.copyOf(events.entrySet());
        Map<StreakDay, Integer> counted = new HashMap<>();
        sql.of(COUNT)
                .bindArray(
                        "streaks", Long.class, column(rows, row -> row.getKey().streakId()))
                .bindArray("participants", Long.class, column(rows, row -> row.getKey()
                        .participantId()))
                .bindArray("days", LocalDate.class, column(rows, row -> row.getKey()
                        .day()))
                .bindArray("events", Integer.class, column(rows, Map.Entry::getValue))
                .list(Counted.class)
                .forEach(row -> counted.put(new StreakDay(row.streakId, row.participantId, row.day), row.events));
        return counted;
    }

    /** How long each streak was on its day, where that is more than 0. */
    Map<StreakDay, Integer> lengths(Collection<StreakDay> asked) {
        List<StreakDay> days = List.copyOf(asked);
        Map<StreakDay, Integer> lengths = new HashMap<>();
        sql.of(LENGTHS)
                .bindArray("streaks", Long.class, column(days, StreakDay::streakId))
                .bindArray("participants", Long.class, column(days, StreakDay::participantId))
                .bindArray("days", LocalDate.class, column(days, StreakDay::day))
                .list(Length.class)
                .forEach(row -> lengths.put(days.get((int) row.n), row.length));
        return lengths;
    }

    /** A row of {@link #COUNT}. */
    @Introspected
    record Counted(long streakId, long participantId, LocalDate day, int events) {}

    /** A row of {@link #LENGTHS}. */
    @Introspected
    record Length(long n, int length) {}
}
