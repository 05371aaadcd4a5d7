package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.activity.ParticipantDay;
import laurel.database.sql.SqlRepository;

/** Stores days of participants that may have earned badges, until they are processed. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DueBadgeRepository extends SqlRepository {
    /**
     * A day to process.
     *
     * @param lastBadgeId the last badge that existed when the day was added
     * @param badgeId     the badge to go on with
     * @param nextDay     the last counted day to go on with
     */
    @Introspected
    record DueDay(int dayRuleId, long participantId, LocalDate day, int lastBadgeId, int badgeId, LocalDate nextDay) {
        ParticipantDay participantDay() {
            return new ParticipantDay(dayRuleId, participantId, day);
        }

        DueDay at(TrailingDays next) {
            return new DueDay(dayRuleId, participantId, day, lastBadgeId, next.badgeId(), next.from());
        }
    }

    /**
     * Adds days. A day that is already stored starts over.
     *
     * @param lastBadge the last badge that exists
     */
    @Query("""
            INSERT INTO badge_due AS due (app_id, day_rule_id, participant_id, day, last_badge_id, badge_id, next_day)
            SELECT :app, added.rule, added.participant, added.day, :lastBadge, 0, added.day
            FROM unnest(:days.dayRuleId, :days.participantId, :days.day) AS added (rule, participant, day)
            ORDER BY added.participant, added.rule, added.day
            ON CONFLICT (participant_id, day_rule_id, day) DO UPDATE
            SET last_badge_id = greatest(due.last_badge_id, excluded.last_badge_id), badge_id = 0, next_day = excluded.next_day
            """)
    void add(int app, Collection<ParticipantDay> days, int lastBadge);

    @Query("SELECT * FROM badge_due WHERE app_id = :app ORDER BY turn LIMIT :max")
    List<DueDay> next(int app, int max);

    @Query("""
            DELETE FROM badge_due AS d
            USING unnest(:done.dayRuleId, :done.participantId, :done.day) AS done (rule, participant, day)
            WHERE d.participant_id = done.participant AND d.day_rule_id = done.rule AND d.day = done.day
            """)
    void remove(List<DueDay> done);

    /** Stores where to go on with a day. */
    @Query("""
            UPDATE badge_due SET badge_id = :place.badgeId, next_day = :place.nextDay, turn = DEFAULT
            WHERE participant_id = :place.participantId AND day_rule_id = :place.dayRuleId AND day = :place.day
            """)
    void advance(DueDay place);

    /** The apps with days to process. */
    @Query("""
            SELECT a.id FROM app AS a
            CROSS JOIN LATERAL (SELECT FROM badge_due AS d WHERE d.app_id = a.id LIMIT 1) AS due
            ORDER BY a.id
            """)
    List<Integer> apps();

    /** Number of days to process, counted up to a limit. */
    @Query("SELECT count(*) FROM (SELECT FROM badge_due LIMIT :max) AS d")
    long count(int max);
}
