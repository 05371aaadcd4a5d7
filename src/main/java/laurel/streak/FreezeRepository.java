package laurel.streak;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.database.Statement;

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

    private final Sql sql;

    FreezeRepository(Sql sql) {
        this.sql = sql;
    }

    /** Gives those that were not frozen. */
    List<LocalDate> freeze(long streak, long participant, Collection<LocalDate> days) {
        return bind(FREEZE, streak, days).bind("participant", participant).list(LocalDate.class);
    }

    /** Gives those that were frozen. */
    List<LocalDate> unfreeze(long streak, long participant, Collection<LocalDate> days) {
        return bind(UNFREEZE, streak, days).bind("participant", participant).list(LocalDate.class);
    }

    /** Those that are frozen, in their order; where none are it is absent. */
    Map<StreakOf, List<LocalDate>> frozen(List<StreakOf> whose) {
        return sql
                .of(FROZEN)
                .bindArray("streaks", Long.class, column(whose, StreakOf::streakId))
                .bindArray("participants", Long.class, column(whose, StreakOf::participantId))
                .list(Frozen.class)
                .stream()
                .collect(groupingBy(
                        row -> new StreakOf(row.streakId, row.participantId), mapping(Frozen::day, toList())));
    }

    /** Gives those that were not forgiven. */
    List<LocalDate> forgive(long streak, Collection<LocalDate> days) {
        return bind(FORGIVE, streak, days).list(LocalDate.class);
    }

    /** Gives those that were forgiven. */
    List<LocalDate> unforgive(long streak, Collection<LocalDate> days) {
        return bind(UNFORGIVE, streak, days).list(LocalDate.class);
    }

    /** Those that are forgiven, in their order; where none are it is absent. */
    Map<Long, List<LocalDate>> forgiven(Collection<Long> streaks) {
        return sql.of(FORGIVEN).bindArray("streaks", Long.class, streaks).list(Forgiven.class).stream()
                .collect(groupingBy(Forgiven::streakId, mapping(Forgiven::day, toList())));
    }

    /**
     * Whose streaks may be others by these days having been forgiven, or not being so any more; in order of id, not more than told.
     *
     * @param days in their order
     * @param lost whether they are not forgiven any more
     */
    List<Long> concerned(Streak streak, List<LocalDate> days, boolean lost, int most) {
        return bind(CONCERNED, streak.id(), days)
                .bind("from", days.getFirst())
                .bind("through", days.getLast())
                .bind("step", streak.unit().days())
                .bind("inside", lost)
                .bind("most", most)
                .list(Long.class);
    }

    private Statement bind(String statement, long streak, Collection<LocalDate> days) {
        return sql.of(statement).bind("streak", streak).bindArray("days", LocalDate.class, days);
    }

    /** A row of {@link #FROZEN}. */
    @Introspected
    record Frozen(long streakId, long participantId, LocalDate day) {}

    /** A row of {@link #FORGIVEN}. */
    @Introspected
    record Forgiven(long streakId, LocalDate day) {}
}
