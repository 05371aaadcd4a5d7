package laurel.scoring.day;

import static java.util.stream.Collectors.groupingBy;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.activity.ParticipantDay;
import laurel.database.sql.SqlRepository;

/** Stores scores of pillars on days, and finds those that later windows of leaderboards have not received. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DayScoreRepository extends SqlRepository {
    @Query("""
            SELECT input.*, s.pillar, s.score, s.submitted_score, s.leaderboard_id, s.group_values AS "group",
                   s.submitted_parts, s.later_score, s.later_due_at
            FROM unnest(:days.policyId, :days.day.dayRuleId, :days.day.participantId, :days.day.day)
                 AS input (policy_id, day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT * FROM scoring_day_score AS l
                WHERE l.participant_id = input.participant_id AND l.policy_id = input.policy_id AND l.day = input.day
                OFFSET 0) AS s
            """)
    List<StoredPillarScore> list(Collection<PolicyDay> days);

    /** Returns the stored scores by day. Days without scores are absent. */
    default Map<PolicyDay, List<StoredPillarScore>> ofDays(Collection<PolicyDay> days) {
        return list(days).stream().collect(groupingBy(StoredPillarScore::day));
    }

    /** Returns the days of ranges that have stored scores. */
    @Query("""
            SELECT input.policy_id, input.day_rule_id, input.participant_id, s.day
            FROM unnest(:ranges.policyId, :ranges.dayRuleId, :ranges.participantId, :ranges.startDate, :ranges.endDate)
                 AS input (policy_id, day_rule_id, participant_id, start_date, end_date)
            CROSS JOIN LATERAL (
                SELECT DISTINCT l.day FROM scoring_day_score AS l
                WHERE l.participant_id = input.participant_id AND l.policy_id = input.policy_id
                  AND l.day BETWEEN input.start_date AND input.end_date
                OFFSET 0) AS s
            """)
    List<PolicyDay> within(Collection<PolicyDayRange> ranges);

    @Query("""
            INSERT INTO scoring_day_score
                (participant_id, policy_id, day, pillar, score, submitted_score, leaderboard_id, group_values, submitted_parts,
                 later_score, later_due_at)
            SELECT * FROM unnest(:scores.day.day.participantId, :scores.day.policyId, :scores.day.day.day, :scores.pillar,
                                 :scores.score, :scores.submittedScore, :scores.leaderboardId, :scores.group,
                                 :scores.submittedParts, :scores.laterScore, :scores.laterDueAt)
            ON CONFLICT (participant_id, policy_id, day, pillar) DO UPDATE
            SET score = excluded.score, submitted_score = excluded.submitted_score, leaderboard_id = excluded.leaderboard_id,
                group_values = excluded.group_values, submitted_parts = excluded.submitted_parts,
                later_score = excluded.later_score, later_due_at = excluded.later_due_at
            """)
    void write(Collection<StoredPillarScore> scores);

    String LATER_SCORES = """
            SELECT s.policy_id, p.day_rule_id, s.participant_id, s.day, s.pillar, s.score, s.submitted_score, s.leaderboard_id,
                   s.group_values AS "group", s.submitted_parts, s.later_score, s.later_due_at
            FROM scoring_policy AS p
            """;

    /** Returns the next scores of an app that are due. */
    @Query(LATER_SCORES + """
            CROSS JOIN LATERAL (
                SELECT * FROM scoring_day_score AS l
                WHERE l.policy_id = p.id AND l.later_due_at <= :now
                ORDER BY l.later_due_at LIMIT :most) AS s
            WHERE p.app_id = :app
            ORDER BY s.later_due_at LIMIT :most
            """)
    List<StoredPillarScore> laterDue(int app, Instant now, int most);

    /** Returns the scores of a participant that later windows of these leaderboards have not received. */
    @Query(LATER_SCORES + """
            JOIN scoring_day_score AS s ON s.policy_id = p.id
            WHERE p.app_id = :app AND s.participant_id = :participant AND s.later_score IS NOT NULL
              AND s.leaderboard_id = ANY (:leaderboards)
            """)
    List<StoredPillarScore> laterOf(int app, long participant, Collection<Integer> leaderboards);

    /** Returns the apps with scores that are due. */
    @Query("""
            SELECT DISTINCT p.app_id FROM scoring_policy AS p
            CROSS JOIN LATERAL (
                SELECT FROM scoring_day_score AS s WHERE s.policy_id = p.id AND s.later_due_at <= :now LIMIT 1) AS due
            ORDER BY p.app_id
            """)
    List<Integer> laterDueApps(Instant now);

    /** Returns the number of scores that are due, counted up to a limit. */
    @Query("""
            SELECT count(*) FROM (
                SELECT FROM scoring_policy AS p JOIN scoring_day_score AS s ON s.policy_id = p.id
                WHERE s.later_due_at <= :now LIMIT :limit) AS s
            """)
    long countLaterDue(Instant now, int limit);

    /** Returns when the first score of a leaderboard is due; empty if none is. */
    @Query("""
            SELECT s.later_due_at FROM scoring_leaderboard AS l
            CROSS JOIN LATERAL (
                SELECT d.later_due_at FROM scoring_day_score AS d
                WHERE d.policy_id = l.policy_id AND d.later_due_at IS NOT NULL ORDER BY d.later_due_at LIMIT 1) AS s
            WHERE l.leaderboard_id = :leaderboard
            """)
    Optional<Instant> firstLaterDue(int leaderboard);

    @Query("SELECT EXISTS (SELECT FROM scoring_policy WHERE app_id = :app)")
    boolean hasPolicies(int app);

    /** Days of a participant that a policy scores. Both dates are inclusive. */
    record PolicyDayRange(int policyId, int dayRuleId, long participantId, LocalDate startDate, LocalDate endDate) {
        PolicyDay day(LocalDate day) {
            return new PolicyDay(policyId, new ParticipantDay(dayRuleId, participantId, day));
        }
    }
}
