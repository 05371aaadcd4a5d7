package laurel.streak.freeze;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.streak.Streak;
import laurel.streak.run.ParticipantStreakId;

/** Days that need not be active. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface FreezeRepository extends SqlRepository {
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
    List<Frozen> frozen(Collection<ParticipantStreakId> whose);

    @Introspected
    record Frozen(ParticipantStreakId whose, LocalDate day) {}

    /** Returns those that had no amnesty. */
    @Query("""
            INSERT INTO amnesty_day (streak_id, day) SELECT :streak, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """)
    List<LocalDate> grantAmnesty(long streak, Collection<LocalDate> days);

    /** Returns those that had amnesty. */
    @Query("DELETE FROM amnesty_day WHERE streak_id = :streak AND day = ANY (:days) RETURNING day")
    List<LocalDate> revokeAmnesty(long streak, Collection<LocalDate> days);

    /** Those with amnesty, in order. */
    @Query("SELECT streak_id, day FROM amnesty_day WHERE streak_id = ANY (:streaks) ORDER BY day")
    List<AmnestyDate> amnestyDates(Collection<Long> streaks);

    @Introspected
    record AmnestyDate(long streakId, LocalDate day) {}

    /**
     * The participants whose streaks may change because these days have amnesty now, or have none any more; in order of id.
     * Either their last run reaches the days, over amnesties before them or frozen days; or a run goes past the days
     * because they had amnesty.
     *
     * @param from the first of the days
     * @param through the last of the days
     * @param lost whether they have no amnesty any more
     */
    @Query("""
            WITH chain AS MATERIALIZED (
                SELECT coalesce(min(numbered.day), :from::date) - :streak.unit.days AS before
                FROM (SELECT f.day, row_number() OVER (ORDER BY f.day DESC) AS n
                      FROM amnesty_day AS f WHERE f.streak_id = :streak.id AND f.day < :from) AS numbered
                WHERE numbered.day = :from - (numbered.n * :streak.unit.days)::integer
            )
            SELECT r.participant_id FROM streak_run AS r
            WHERE r.streak_id = :streak.id AND r.end_date BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT f.participant_id FROM frozen_day AS f
            WHERE f.streak_id = :streak.id AND f.day BETWEEN (SELECT before FROM chain) AND :through
            UNION
            SELECT r.participant_id FROM streak_run AS r
            WHERE :lost AND r.streak_id = :streak.id AND r.end_date > :through AND r.start_date < :through
              AND EXISTS (SELECT FROM unnest(:days) AS given (day)
                          WHERE given.day > r.start_date AND NOT EXISTS (
                              SELECT FROM streak_day AS d
                              WHERE d.participant_id = r.participant_id AND d.streak_id = :streak.id AND d.day = given.day
                                AND d.events > 0))
            ORDER BY participant_id LIMIT :most
            """)
    List<Long> concerned(
            Streak streak, List<LocalDate> days, LocalDate from, LocalDate through, boolean lost, int most);
}
