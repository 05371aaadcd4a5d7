package laurel.streak;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.database.Sql;
import laurel.database.Statement;
import org.jspecify.annotations.Nullable;

/** The runs that streaks are read from. Questions are told apart by their place in their list. */
@Singleton
class RunRepository {
    private static final String NEAR = """
            SELECT wanted.n - 1 AS n, near.started_on, near.last_active_on, near.length
            FROM unnest(:streaks, :participants, :froms, :throughs)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.started_on <= wanted.from_day ORDER BY r.started_on DESC LIMIT 1)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.started_on > wanted.from_day AND r.started_on <= wanted.through)
                UNION ALL
                (SELECT * FROM streak_run AS r
                 WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                   AND r.started_on > wanted.through ORDER BY r.started_on LIMIT 1)
                OFFSET 0) AS near
            ORDER BY wanted.n, near.started_on
            """;

    private static final String ACTIVE = """
            SELECT wanted.n - 1 AS n, active.started_on, active.last_active_on, active.length
            FROM unnest(:streaks, :participants, :froms, :throughs)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, from_day, through, n)
            CROSS JOIN LATERAL (
                SELECT min(d.day) AS started_on, max(d.day) AS last_active_on, count(*) AS length FROM streak_day AS d
                WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id
                  AND d.day BETWEEN wanted.from_day AND wanted.through AND d.events > 0
                OFFSET 0) AS active
            WHERE active.length > 0
            """;

    private static final String HELD = """
            SELECT wanted.streak_id, wanted.participant_id, wanted.day,
                   held_through(wanted.streak_id, wanted.participant_id, wanted.day, wanted.step) AS through
            FROM unnest(:streaks, :participants, :days, :steps) AS wanted (streak_id, participant_id, day, step)
            """;

    private static final String DELETE = """
            DELETE FROM streak_run WHERE ctid = ANY (ARRAY(
                SELECT run.ctid
                FROM unnest(:streaks, :participants, :starts) AS gone (streak_id, participant_id, started_on),
                     LATERAL (SELECT r.ctid FROM streak_run AS r
                              WHERE r.participant_id = gone.participant_id AND r.streak_id = gone.streak_id
                                AND r.started_on = gone.started_on
                              OFFSET 0) AS run))
            """;

    private static final String PUT = """
            INSERT INTO streak_run (streak_id, participant_id, started_on, last_active_on, length)
            SELECT * FROM unnest(:streaks, :participants, :starts, :ends, :lengths)
            ON CONFLICT (participant_id, streak_id, started_on)
            DO UPDATE SET last_active_on = excluded.last_active_on, length = excluded.length
            """;

    private final Sql sql;

    RunRepository(Sql sql) {
        this.sql = sql;
    }

    /** A run that is to be, or not to be any more. */
    @Introspected
    record Stored(long streakId, long participantId, StreakRun run) {}

    /** Days of a participant, from one through another. */
    record Days(long streakId, long participantId, LocalDate from, LocalDate through) {}

    /** The last run that starts by each stretch of days, those that start within, and the one after; in their order. */
    Map<Integer, List<StreakRun>> near(List<Days> stretches) {
        return bind(sql.of(NEAR), stretches).list(NumberedRun.class).stream()
                .collect(groupingBy(row -> (int) row.n, mapping(NumberedRun::run, toList())));
    }

    /** The run from the first to the last active day of each of these stretches; where none is active it is absent. */
    Map<Integer, StreakRun> active(List<Days> stretches) {
        return bind(sql.of(ACTIVE), stretches).list(NumberedRun.class).stream()
                .collect(toMap(row -> (int) row.n, NumberedRun::run));
    }

    private static Statement bind(Statement statement, List<Days> stretches) {
        return whose(statement, stretches, Days::streakId, Days::participantId)
                .bindArray("froms", LocalDate.class, column(stretches, Days::from))
                .bindArray("throughs", LocalDate.class, column(stretches, Days::through));
    }

    /** Through which day the days after each of these are frozen or forgiven without a gap. */
    Map<StreakDay, LocalDate> held(Map<StreakDay, StreakUnit> after) {
        Map<StreakDay, LocalDate> held = new HashMap<>();
        List<Map.Entry<StreakDay, StreakUnit>> days = List.copyOf(after.entrySet());
        whose(sql.of(HELD), days, day -> day.getKey().streakId(), day -> day.getKey()
                        .participantId())
                .bindArray("days", LocalDate.class, column(days, day -> day.getKey()
                        .day()))
                .bindArray("steps", Integer.class, column(days, day -> day.getValue()
                        .days()))
                .list(Held.class)
                .forEach(row -> held.put(new StreakDay(row.streakId, row.participantId, row.day), row.through));
        return held;
    }

    void delete(List<Stored> runs) {
        if (!runs.isEmpty()) {
            whose(sql.of(DELETE), runs, Stored::streakId, Stored::participantId)
                    .bindArray("starts", LocalDate.class, column(runs, one -> one.run()
                            .startedOn()))
                    .execute();
        }
    }

    /** Stores runs, over those that start on the same days. */
    void put(List<Stored> runs) {
        if (!runs.isEmpty()) {
            whose(sql.of(PUT), runs, Stored::streakId, Stored::participantId)
                    .bindArray("starts", LocalDate.class, column(runs, one -> one.run()
                            .startedOn()))
                    .bindArray("ends", LocalDate.class, column(runs, one -> one.run()
                            .lastActiveOn()))
                    .bindArray("lengths", Integer.class, column(runs, one -> one.run()
                            .length()))
                    .execute();
        }
    }

    private static <T> Statement whose(
            Statement statement,
            Collection<T> rows,
            Function<T, @Nullable Object> streak,
            Function<T, @Nullable Object> participant) {
        return statement
                .bindArray("streaks", Long.class, column(rows, streak))
                .bindArray("participants", Long.class, column(rows, participant));
    }

    /** A row of {@link #NEAR} or {@link #ACTIVE}. */
    @Introspected
    record NumberedRun(long n, StreakRun run) {}

    /** A row of {@link #HELD}. */
    @Introspected
    record Held(long streakId, long participantId, LocalDate day, LocalDate through) {}
}
