package laurel.scoring.day;

import static java.util.stream.Collectors.groupingBy;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.activity.ParticipantDay;
import laurel.database.sql.SqlRepository;

/** Stores scores of pillars on days. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DayScoreRepository extends SqlRepository {
    @Query("""
            SELECT input.*, s.pillar, s.score, s.submitted_score, s.leaderboard_id, s.group_values AS "group",
                   s.submitted_parts
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
                (participant_id, policy_id, day, pillar, score, submitted_score, leaderboard_id, group_values, submitted_parts)
            SELECT * FROM unnest(:scores.day.day.participantId, :scores.day.policyId, :scores.day.day.day, :scores.pillar,
                                 :scores.score, :scores.submittedScore, :scores.leaderboardId, :scores.group,
                                 :scores.submittedParts)
            ON CONFLICT (participant_id, policy_id, day, pillar) DO UPDATE
            SET score = excluded.score, submitted_score = excluded.submitted_score, leaderboard_id = excluded.leaderboard_id,
                group_values = excluded.group_values, submitted_parts = excluded.submitted_parts
            """)
    void write(Collection<StoredPillarScore> scores);

    /** Days of a participant that a policy scores. Both dates are inclusive. */
    record PolicyDayRange(int policyId, int dayRuleId, long participantId, LocalDate startDate, LocalDate endDate) {
        PolicyDay day(LocalDate day) {
            return new PolicyDay(policyId, new ParticipantDay(dayRuleId, participantId, day));
        }
    }
}
