package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.badge.Badge;
import laurel.database.sql.SqlRepository;
import laurel.streak.run.StreakChange;
import org.jspecify.annotations.Nullable;

/** Reads activity that earns badges. Skips what was awarded already. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ActivityRuleRepository extends SqlRepository {
    /** No award exists for any day of the run. The run may have been shorter or longer then. */
    String NOT_AWARDED = """
            NOT EXISTS (SELECT FROM badge_award AS a
                        WHERE a.badge_id = b.badge_id AND a.participant_id = r.participant_id
                          AND (a.period = '' OR a.day BETWEEN r.start_date AND r.end_date))
            """;

    /**
     * The run has no day of a revoked amnesty that the job has yet to count again: the run may break there. The job awards what the
     * days from there on earn; what only those before earn meanwhile is awarded by a backfill of the badge.
     */
    String COUNTED_AGAIN = """
             AND NOT EXISTS (SELECT FROM streak_amnesty_recount AS w
                             WHERE w.participant_id = r.participant_id AND w.streak_id = r.streak_id AND w.revoked
                               AND w.start_date <= r.end_date AND w.end_date >= r.start_date)
            """;

    /** A day of a participant that may have earned a badge. */
    @Introspected
    record Candidate(int badgeId, long participantId, LocalDate day) {}

    /** A badge and its streak. */
    record StreakBadge(Badge badge, long streakId) {}

    /**
     * What has earned a badge.
     *
     * @param day   the first day of a run, or the last one of counted days
     * @param count the length of the run, or what was counted
     */
    @Introspected
    record Reached(int badgeId, long participantId, LocalDate day, BigDecimal count) {}

    /** The changed runs that are long enough for these badges. */
    @Query("""
            SELECT DISTINCT b.badge_id, r.participant_id, r.start_date AS day, r.length AS count
            FROM unnest(:changes.streakId, :changes.participantId, :changes.startDate, :changes.endDate)
                 AS c (streak_id, participant_id, from_day, through_day)
            JOIN unnest(:badges.badge.id, :badges.streakId, :badges.badge.rule.threshold::integer[])
                 AS b (badge_id, streak_id, length) ON b.streak_id = c.streak_id
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.participant_id = c.participant_id AND q.streak_id = c.streak_id
                  AND q.start_date <= c.through_day AND q.end_date >= c.from_day AND q.length >= b.length
                OFFSET 0) AS r
            WHERE\s""" + NOT_AWARDED + COUNTED_AGAIN + "ORDER BY 1, 2, 3")
    List<Reached> runs(Collection<StreakBadge> badges, Collection<StreakChange> changes);

    /** The next runs of a streak that are long enough for a badge, up to a participant, in order of participant and start. */
    @Query("""
            SELECT b.badge_id, r.participant_id, r.start_date AS day, r.length AS count
            FROM participant AS p
            CROSS JOIN (VALUES (:badge.id)) AS b (badge_id)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.participant_id = p.id AND q.streak_id = :streak AND q.length >= :badge.rule.threshold::integer
                OFFSET 0) AS r
            WHERE p.app_id = :badge.appId AND p.id BETWEEN :after.participantId AND :lastParticipant
              AND (p.id, r.start_date) > (:after.participantId, :after.day)
              AND\s""" + NOT_AWARDED + COUNTED_AGAIN + "ORDER BY p.id, r.start_date LIMIT :limit")
    List<Reached> runs(Badge badge, long streak, Candidate after, long lastParticipant, int limit);

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

    /** The next days with activity, up to a participant, in order of participant and day. */
    @Query("""
            SELECT :badge.id::integer AS badge_id, p.id AS participant_id, r.day
            FROM participant AS p
            CROSS JOIN LATERAL (
                SELECT DISTINCT q.day FROM activity_daily_tally AS q
                WHERE q.participant_id = p.id AND q.day_rule_id = :dayRule AND q.event_count > 0
                OFFSET 0) AS r
            WHERE p.app_id = :badge.appId AND p.id BETWEEN :after.participantId AND :lastParticipant
              AND (p.id, r.day) > (:after.participantId, :after.day)
            ORDER BY p.id, r.day
            LIMIT :limit
            """)
    List<Candidate> candidates(Badge badge, int dayRule, Candidate after, long lastParticipant, int limit);

    /**
     * Consecutive days, and what is counted on them. Empty {@code types} are all event types.
     *
     * @param burstRuleId id of the rule by which muted events are left out; null to count all
     */
    record CountedDays(
            Badge badge,
            int dayRuleId,
            long participantId,
            LocalDate last,
            String types,
            String roles,
            String counted,
            @Nullable Integer burstRuleId) {}

    /** The tallies or peers of the counted days {@code c}, and {@code m}, what is muted of them. */
    String LINES = """
            q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id
                      AND q.day BETWEEN c.day - c.length + 1 AND c.day AND q.event_count > 0
                      AND (c.types = '' OR q.event_type = ANY (string_to_array(c.types, ' ')))
                      AND q.role = ANY (string_to_array(c.roles, ' '))""";

    String MUTED = """

                        LEFT JOIN activity_muted_tally AS m
                          ON m.burst_rule_id = c.burst_rule_id
                             AND (m.participant_id, m.day_rule_id, m.day, m.event_type, m.role)
                                 = (q.participant_id, q.day_rule_id, q.day, q.event_type, q.role)
                        """;

    /**
     * What was counted.
     *
     * @param completeSince first day that the burst rule can count, if it cannot count all of the days: then events that it
     *                      should mute may be counted; null if the number is exact
     */
    @Introspected
    record Counted(
            int badgeId,
            long participantId,
            LocalDate day,
            BigDecimal count,
            @Nullable LocalDate completeSince) {
        boolean isExact() {
            return completeSince == null;
        }

        Reached reached() {
            return new Reached(badgeId, participantId, day, count);
        }
    }

    /** Those counted days that reach the threshold of their badge, or that may reach it because they are not exact. */
    @Query("""
            SELECT c.badge_id, c.participant_id, c.day, found.number AS count, dropped.complete_since
            FROM unnest(:countedDays.badge.id, :countedDays.dayRuleId, :countedDays.participantId, :countedDays.last,
                        :countedDays.badge.rule.countedDays, :countedDays.types, :countedDays.roles, :countedDays.counted,
                        :countedDays.burstRuleId, :countedDays.badge.rule.threshold)
                 AS c (badge_id, day_rule_id, participant_id, day, length, types, roles, counted, burst_rule_id, threshold)
            CROSS JOIN LATERAL (
                SELECT CASE c.counted
                    WHEN 'PEERS' THEN (SELECT count(DISTINCT q.peer_id) FROM activity_daily_peer AS q
                        LEFT JOIN activity_muted_peer AS m
                          ON m.burst_rule_id = c.burst_rule_id
                             AND (m.participant_id, m.day_rule_id, m.day, m.event_type, m.role, m.peer_id)
                                 = (q.participant_id, q.day_rule_id, q.day, q.event_type, q.role, q.peer_id)
                        WHERE\s""" + LINES + """
                      AND q.event_count > coalesce(m.event_count, 0))
                    WHEN 'EVENTS' THEN (SELECT coalesce(sum(q.event_count - coalesce(m.event_count, 0)), 0)
                        FROM activity_daily_tally AS q""" + MUTED + "WHERE " + LINES + """
                    )
                    ELSE (SELECT coalesce(sum(q.value_sum - coalesce(m.value_sum, 0)), 0)
                        FROM activity_daily_tally AS q""" + MUTED + "WHERE " + LINES + """
                    )
                END AS number) AS found
            LEFT JOIN LATERAL (
                SELECT activity_complete_day(r.unevaluated_month) AS complete_since FROM activity_burst_rule AS r
                WHERE r.id = c.burst_rule_id) AS dropped ON c.day - c.length + 1 < dropped.complete_since
            WHERE found.number >= c.threshold OR (dropped.complete_since IS NOT NULL AND c.counted NOT IN ('EVENTS', 'PEERS'))
            """)
    List<Counted> counted(List<CountedDays> countedDays);
}
