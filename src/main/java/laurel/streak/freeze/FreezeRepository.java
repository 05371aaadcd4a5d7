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

/** Stores covered days: frozen days and days with amnesty. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface FreezeRepository extends SqlRepository {
    /** Freezes days. Returns the days that were not frozen. */
    @Query("""
            INSERT INTO streak_frozen_day (streak_id, participant_id, day)
            SELECT :streak, :participant, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """)
    List<LocalDate> freeze(long streak, long participant, Collection<LocalDate> days);

    /** Unfreezes days. Returns the days that were frozen. */
    @Query("""
            DELETE FROM streak_frozen_day WHERE streak_id = :streak AND participant_id = :participant AND day = ANY (:days)
            RETURNING day
            """)
    List<LocalDate> unfreeze(long streak, long participant, Collection<LocalDate> days);

    /** Returns frozen days, ascending. */
    @Query("""
            SELECT f.streak_id, f.participant_id, f.day
            FROM unnest(:streaks.streakId, :streaks.participantId) AS input (streak_id, participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_frozen_day AS d
                WHERE d.participant_id = input.participant_id AND d.streak_id = input.streak_id OFFSET 0) AS f
            ORDER BY f.day
            """)
    List<FrozenDay> frozen(Collection<ParticipantStreakId> streaks);

    @Introspected
    record FrozenDay(ParticipantStreakId streak, LocalDate day) {}

    /** Grants amnesty. Returns the days that had none. */
    @Query("""
            INSERT INTO streak_amnesty_day (streak_id, day) SELECT :streak, given.day FROM unnest(:days) AS given (day)
            ON CONFLICT DO NOTHING RETURNING day
            """)
    List<LocalDate> grantAmnesty(long streak, Collection<LocalDate> days);

    /** Revokes amnesty. Returns the days that had it. */
    @Query("DELETE FROM streak_amnesty_day WHERE streak_id = :streak AND day = ANY (:days) RETURNING day")
    List<LocalDate> revokeAmnesty(long streak, Collection<LocalDate> days);

    /** Returns days with amnesty, ascending. */
    @Query("SELECT streak_id, day FROM streak_amnesty_day WHERE streak_id = ANY (:streaks) ORDER BY day")
    List<AmnestyDay> amnestyDates(Collection<Long> streaks);

    @Introspected
    record AmnestyDay(long streakId, LocalDate day) {}

    /**
     * Returns the participants with streaks that may change because the amnesty of days was granted or revoked, ordered by
     * id. Either a run ends within the days or is connected to them by covered days; or, if the amnesty was revoked, a run
     * continues across them.
     *
     * @param startDate first of the days
     * @param endDate   last of the days
     * @param revoked   whether the amnesty was revoked
     */
    @Query("""
            WITH chain AS MATERIALIZED (
                SELECT coalesce(min(numbered.day), :startDate::date) - :streak.period.days AS before
                FROM (SELECT f.day, row_number() OVER (ORDER BY f.day DESC) AS n
                      FROM streak_amnesty_day AS f WHERE f.streak_id = :streak.id AND f.day < :startDate) AS numbered
                WHERE numbered.day = :startDate - (numbered.n * :streak.period.days)::integer
            )
            SELECT r.participant_id FROM streak_run AS r
            WHERE r.streak_id = :streak.id AND r.end_date BETWEEN (SELECT before FROM chain) AND :endDate
            UNION
            SELECT f.participant_id FROM streak_frozen_day AS f
            WHERE f.streak_id = :streak.id AND f.day BETWEEN (SELECT before FROM chain) AND :endDate
            UNION
            SELECT r.participant_id FROM streak_run AS r
            WHERE :revoked AND r.streak_id = :streak.id AND r.end_date > :endDate AND r.start_date < :endDate
              AND EXISTS (SELECT FROM unnest(:days) AS given (day)
                          WHERE given.day > r.start_date AND NOT EXISTS (
                              SELECT FROM streak_day AS d
                              WHERE d.participant_id = r.participant_id AND d.streak_id = :streak.id AND d.day = given.day
                                AND d.event_count > 0))
            ORDER BY participant_id LIMIT :limit
            """)
    List<Long> affected(
            Streak streak, List<LocalDate> days, LocalDate startDate, LocalDate endDate, boolean revoked, int limit);
}
