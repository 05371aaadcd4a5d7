package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.badge.Badge;
import laurel.database.sql.SqlRepository;
import laurel.streak.run.StreakChange;

/** Reads activity that earns badges. Skips what was awarded already. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ActivityRuleRepository extends SqlRepository {
    /** No award exists for any day of the run. The run may have been shorter or longer then. */
    String NOT_AWARDED = """
            NOT EXISTS (SELECT FROM badge_award AS a
                        WHERE a.badge_id = b.badge_id AND a.participant_id = r.participant_id
                          AND (a.period = '' OR a.day BETWEEN r.start_date AND r.end_date))
            """;

    /** A day of a participant that may have earned a badge. */
    @Introspected
    record Candidate(int badgeId, long participantId, LocalDate day) {}

    /** A badge and its streak. */
    record StreakBadge(Badge badge, long streakId) {}

    /** The changed runs that are long enough for these badges; the day is the start of the run. */
    @Query("""
            SELECT DISTINCT b.badge_id, r.participant_id, r.start_date AS day
            FROM unnest(:changes.streakId, :changes.participantId, :changes.startDate, :changes.endDate)
                 AS c (streak_id, participant_id, from_day, through_day)
            JOIN unnest(:badges.badge.id, :badges.streakId, :badges.badge.rule.threshold::integer[])
                 AS b (badge_id, streak_id, length) ON b.streak_id = c.streak_id
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.participant_id = c.participant_id AND q.streak_id = c.streak_id
                  AND q.start_date <= c.through_day AND q.end_date >= c.from_day AND q.length >= b.length
                OFFSET 0) AS r
            WHERE\s""" + NOT_AWARDED + "ORDER BY 1, 2, 3")
    List<Candidate> runs(Collection<StreakBadge> badges, Collection<StreakChange> changes);

    /** The next runs of a streak that are long enough for a badge, in order of participant and start. */
    @Query("""
            SELECT b.badge_id, r.participant_id, r.start_date AS day
            FROM (VALUES (:badge.id)) AS b (badge_id)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.streak_id = :streak AND q.length >= :badge.rule.threshold::integer
                  AND (q.participant_id, q.start_date) > (:after.participantId, :after.day)) AS r
            WHERE\s""" + NOT_AWARDED + "ORDER BY r.participant_id, r.start_date LIMIT :limit")
    List<Candidate> runs(Badge badge, long streak, Candidate after, int limit);

    /**
     * The given days with activity. Counted days that end with a day without activity have no more than those that end with
     * the day before.
     */
    @Query("""
            SELECT DISTINCT c.badge_id, c.participant_id, l.day
            FROM unnest(:days.badgeId, :days.dayRuleId, :days.participantId, :days.from, :days.through)
                 AS c (badge_id, day_rule_id, participant_id, from_day, through_day)
            CROSS JOIN LATERAL (
                SELECT q.day FROM activity_daily_tally AS q
                WHERE q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id AND q.event_count > 0
                  AND q.day BETWEEN c.from_day AND c.through_day
                OFFSET 0) AS l
            WHERE NOT EXISTS (SELECT FROM badge_award AS a
                              WHERE a.badge_id = c.badge_id AND a.participant_id = c.participant_id
                                AND a.period IN ('', l.day::text))
            ORDER BY 1, 2, 3
            """)
    List<Candidate> candidates(Collection<TrailingDays> days);

    /** The next days with activity, in order of day and participant. */
    @Query("""
            SELECT DISTINCT :badge.id::integer AS badge_id, q.participant_id, q.day
            FROM activity_daily_tally AS q
            WHERE q.day_rule_id = :dayRule AND q.event_count > 0 AND q.day >= :after.day
              AND (q.day, q.participant_id) > (:after.day, :after.participantId)
            ORDER BY q.day, q.participant_id
            LIMIT :limit
            """)
    List<Candidate> candidates(Badge badge, int dayRule, Candidate after, int limit);

    /** Consecutive days, and what is counted on them. Empty {@code types} are all event types. */
    record CountedDays(
            Badge badge,
            int dayRuleId,
            long participantId,
            LocalDate last,
            String types,
            String roles,
            String counted) {}

    /** The tallies or peers of the counted days {@code c}. */
    String LINES = """
            q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id
                      AND q.day BETWEEN c.day - c.length + 1 AND c.day AND q.event_count > 0
                      AND (c.types = '' OR q.event_type = ANY (string_to_array(c.types, ' ')))
                      AND q.role = ANY (string_to_array(c.roles, ' '))""";

    /** The last days of those counted days that reach the threshold of their badge. */
    @Query("""
            SELECT c.badge_id, c.participant_id, c.day
            FROM unnest(:countedDays.badge.id, :countedDays.dayRuleId, :countedDays.participantId, :countedDays.last,
                        :countedDays.badge.rule.countedDays, :countedDays.types, :countedDays.roles, :countedDays.counted,
                        :countedDays.badge.rule.threshold)
                 AS c (badge_id, day_rule_id, participant_id, day, length, types, roles, counted, threshold)
            CROSS JOIN LATERAL (
                SELECT CASE c.counted
                    WHEN 'PEERS' THEN (SELECT count(DISTINCT q.peer_id) FROM activity_daily_peer AS q WHERE\s""" + LINES + """
                    )
                    WHEN 'EVENTS' THEN (SELECT coalesce(sum(q.event_count), 0)
                        FROM activity_daily_tally AS q WHERE\s""" + LINES + """
                    )
                    ELSE (SELECT coalesce(sum(q.value_sum), 0) FROM activity_daily_tally AS q WHERE\s""" + LINES + """
                    )
                END AS number) AS found
            WHERE found.number >= c.threshold
            """)
    List<Candidate> reached(List<CountedDays> countedDays);
}
