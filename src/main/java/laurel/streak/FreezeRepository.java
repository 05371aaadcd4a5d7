package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.SqlRepository;

/** Days that need not be active. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface FreezeRepository extends SqlRepository {
    /** Returns those that were not frozen. */
    @Query("""
            INSERT INTO frozen_day (streak_id, participant_id, day)
            SELECT :streak, :participant, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """)
    List<LocalDate> freeze(long streak, long participant, Collection<LocalDate> days);

    /** Returns those that were frozen. */
    @Query("""
            DELETE FROM frozen_day WHERE streak_id = :streak AND participant_id = :participant AND day = ANY (:days)
            RETURNING day
            """)
    List<LocalDate> unfreeze(long streak, long participant, Collection<LocalDate> days);

    /** Those that are frozen, in their order. */
    @Query("""
            SELECT f.streak_id, f.participant_id, f.day
            FROM unnest(:whose.streakId, :whose.participantId) AS wanted (streak_id, participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM frozen_day AS d
                WHERE d.participant_id = wanted.participant_id AND d.streak_id = wanted.streak_id OFFSET 0) AS f
            ORDER BY f.day
            """)
    List<Frozen> frozen(Collection<StreakOf> whose);

    @Introspected
    record Frozen(StreakOf whose, LocalDate day) {}

    /** Returns those that were not forgiven. */
    @Query("""
            INSERT INTO forgiven_day (streak_id, day) SELECT :streak, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """)
    List<LocalDate> forgive(long streak, Collection<LocalDate> days);

    /** Returns those that were forgiven. */
    @Query("DELETE FROM forgiven_day WHERE streak_id = :streak AND day = ANY (:days) RETURNING day")
    List<LocalDate> unforgive(long streak, Collection<LocalDate> days);

    /** Those that are forgiven, in their order. */
    @Query("SELECT streak_id, day FROM forgiven_day WHERE streak_id = ANY (:streaks) ORDER BY day")
    List<Forgiven> forgiven(Collection<Long> streaks);

    @Introspected
    record Forgiven(long streakId, LocalDate day) {}

    /**
     * The participants whose streaks may change because these days are forgiven now, or are not any more; in order of id. Either
     * their last run reaches the days, over what was forgiven before them or is frozen; or a run goes past the days because they
     * were forgiven.
     *
     * @param from the first of the days
     * @param through the last of the days
     * @param lost whether they are not forgiven any more
     */
    @Query("""
            WITH chain AS MATERIALIZED (
                SELECT coalesce(min(numbered.day), :from::date) - :streak.unit.days AS before
                FROM (SELECT f.day, row_number() OVER (ORDER BY f.day DESC) AS n
                      FROM forgiven_day AS f WHERE f.streak_id = :streak.id AND f.day < :from) AS numbered
                WHERE numbered.day = :from - (numbered.n * :streak.unit.days)::integer
            )
            SELECT r.participant_id FROM streak_run AS r
            WHERE r.streak_id = :streak.id AND r.last_active_on BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT f.participant_id FROM frozen_day AS f
            WHERE f.streak_id = :streak.id AND f.day BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT r.participant_id FROM streak_run AS r
            WHERE :lost AND r.streak_id = :streak.id AND r.last_active_on > :through AND r.started_on < :through
              AND EXISTS (SELECT FROM unnest(:days) AS given (day)
                          WHERE given.day > r.started_on AND NOT EXISTS (
                              SELECT FROM streak_day AS d
                              WHERE d.participant_id = r.participant_id AND d.streak_id = :streak.id AND d.day = given.day
                                AND d.events > 0))
            ORDER BY participant_id LIMIT :most
            """)
    List<Long> concerned(
            Streak streak, List<LocalDate> days, LocalDate from, LocalDate through, boolean lost, int most);
}
