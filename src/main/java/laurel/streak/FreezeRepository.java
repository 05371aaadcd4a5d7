package laurel.streak;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Days that need not be active. */
@Singleton
class FreezeRepository {
    private static final String FREEZE = """
            INSERT INTO frozen_day (streak_id, participant_id, day)
            SELECT :streak, :participant, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """;
    private static final String UNFREEZE = """
            DELETE FROM frozen_day WHERE streak_id = :streak AND participant_id = :participant AND day = ANY (:days)
            RETURNING day
            """;
    private static final String FROZEN = """
            SELECT f.streak_id, f.participant_id, f.day
            FROM unnest(:streaks, :participants) AS wanted (streak_id, participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM frozen_day AS d
                WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id OFFSET 0) AS f
            ORDER BY f.day
            """;

    private static final String FORGIVE = """
            INSERT INTO forgiven_day (streak_id, day) SELECT :streak, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """;
    private static final String UNFORGIVE =
            "DELETE FROM forgiven_day WHERE streak_id = :streak AND day = ANY (:days) RETURNING day";
    private static final String FORGIVEN =
            "SELECT streak_id, day FROM forgiven_day WHERE streak_id = ANY (:streaks) ORDER BY day";

    /**
     * Whose last run reaches the days, over what was forgiven before them or is frozen; and whose run goes past them by what was
     * forgiven.
     */
    private static final String CONCERNED = """
            WITH chain AS MATERIALIZED (
                SELECT coalesce(min(numbered.day), :from::date) - :step AS before
                FROM (SELECT f.day, row_number() OVER (ORDER BY f.day DESC) AS n
                      FROM forgiven_day AS f WHERE f.streak_id = :streak AND f.day < :from) AS numbered
                WHERE numbered.day = :from - (numbered.n * :step)::integer
            )
            SELECT r.participant_id FROM streak_run AS r
            WHERE r.streak_id = :streak AND r.last_active_on BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT f.participant_id FROM frozen_day AS f
            WHERE f.streak_id = :streak AND f.day BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT r.participant_id FROM streak_run AS r
            WHERE :inside AND r.streak_id = :streak AND r.last_active_on > :through AND r.started_on < :through
              AND EXISTS (SELECT FROM unnest(:days) AS given (day)
                          WHERE given.day > r.started_on AND NOT EXISTS (
                              SELECT FROM streak_day AS d
                              WHERE d.participant_id = r.participant_id AND d.streak_id = :streak AND d.day = given.day
                                AND d.events > 0))
            ORDER BY participant_id LIMIT :most
            """;

    /** Gives those that were not frozen. */
    List<LocalDate> freeze(Handle transaction, long streak, long participant, Collection<LocalDate> days) {
        return bind(transaction, FREEZE, streak, days)
                .bind("participant", participant)
                .mapTo(LocalDate.class)
                .list();
    }

    /** Gives those that were frozen. */
    List<LocalDate> unfreeze(Handle transaction, long streak, long participant, Collection<LocalDate> days) {
        return bind(transaction, UNFREEZE, streak, days)
                .bind("participant", participant)
                .mapTo(LocalDate.class)
                .list();
    }

    /** Those that are frozen, in their order; where none are it is absent. */
    Map<StreakOf, List<LocalDate>> frozen(Handle handle, List<StreakOf> whose) {
        return handle.createQuery(FROZEN)
                .bindArray("streaks", Long.class, column(whose, StreakOf::streakId))
                .bindArray("participants", Long.class, column(whose, StreakOf::participantId))
                .mapTo(Frozen.class)
                .collect(groupingBy(
                        row -> new StreakOf(row.streakId, row.participantId), mapping(Frozen::day, toList())));
    }

    /** Gives those that were not forgiven. */
    List<LocalDate> forgive(Handle transaction, long streak, Collection<LocalDate> days) {
        return bind(transaction, FORGIVE, streak, days).mapTo(LocalDate.class).list();
    }

    /** Gives those that were forgiven. */
    List<LocalDate> unforgive(Handle transaction, long streak, Collection<LocalDate> days) {
        return bind(transaction, UNFORGIVE, streak, days).mapTo(LocalDate.class).list();
    }

    /** Those that are forgiven, in their order; where none are it is absent. */
    Map<Long, List<LocalDate>> forgiven(Handle handle, Collection<Long> streaks) {
        return handle.createQuery(FORGIVEN)
                .bindArray("streaks", Long.class, streaks)
                .mapTo(Forgiven.class)
                .collect(groupingBy(Forgiven::streakId, mapping(Forgiven::day, toList())));
    }

    /**
     * Whose streaks may be others by these days having been forgiven, or not being so any more; in order of id, not more than told.
     *
     * @param days in their order
     * @param lost whether they are not forgiven any more
     */
    List<Long> concerned(Handle handle, Streak streak, List<LocalDate> days, boolean lost, int most) {
        return bind(handle, CONCERNED, streak.id(), days)
                .bind("from", days.getFirst())
                .bind("through", days.getLast())
                .bind("step", streak.unit().days())
                .bind("inside", lost)
                .bind("most", most)
                .mapTo(Long.class)
                .list();
    }

    private static Query bind(Handle handle, String statement, long streak, Collection<LocalDate> days) {
        return handle.createQuery(statement).bind("streak", streak).bindArray("days", LocalDate.class, days);
    }

    /** A row of {@link #FROZEN}. */
    record Frozen(long streakId, long participantId, LocalDate day) {}

    /** A row of {@link #FORGIVEN}. */
    record Forgiven(long streakId, LocalDate day) {}
}
