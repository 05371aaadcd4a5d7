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

@JdbcRepository(dialect = Dialect.POSTGRES)
interface DayScoreRepository extends SqlRepository {
    @Query("""
            SELECT wanted.*, s.pillar, s.score, s.taken, s.leaderboard_id, s.group_values AS "group"
            FROM unnest(:days.policyId, :days.day.dayRuleId, :days.day.participantId, :days.day.day)
                 AS wanted (policy_id, day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT * FROM day_score AS l
                WHERE l.participant_id = wanted.participant_id AND l.policy_id = wanted.policy_id AND l.day = wanted.day
                OFFSET 0) AS s
            """)
    List<StoredPillarScore> list(Collection<PolicyDay> days);

    /** What is kept of these days, by day; one of which nothing is kept is absent. */
    default Map<PolicyDay, List<StoredPillarScore>> ofDays(Collection<PolicyDay> days) {
        return list(days).stream().collect(groupingBy(StoredPillarScore::day));
    }

    /** The days of these stretches of which something is kept. */
    @Query("""
            SELECT wanted.policy_id, wanted.day_rule_id, wanted.participant_id, s.day
            FROM unnest(:stretches.policyId, :stretches.dayRuleId, :stretches.participantId,
                        :stretches.from, :stretches.through)
                 AS wanted (policy_id, day_rule_id, participant_id, from_day, through_day)
            CROSS JOIN LATERAL (
                SELECT DISTINCT l.day FROM day_score AS l
                WHERE l.participant_id = wanted.participant_id AND l.policy_id = wanted.policy_id
                  AND l.day BETWEEN wanted.from_day AND wanted.through_day
                OFFSET 0) AS s
            """)
    List<PolicyDay> within(Collection<Stretch> stretches);

    @Query("""
            INSERT INTO day_score (participant_id, policy_id, day, pillar, score, taken, leaderboard_id, group_values)
            SELECT * FROM unnest(:scores.day.day.participantId, :scores.day.policyId, :scores.day.day.day, :scores.pillar,
                                 :scores.score, :scores.taken, :scores.leaderboardId, :scores.group)
            ON CONFLICT (participant_id, policy_id, day, pillar) DO UPDATE
            SET score = excluded.score, taken = excluded.taken, leaderboard_id = excluded.leaderboard_id,
                group_values = excluded.group_values
            """)
    void write(Collection<StoredPillarScore> scores);

    /** Days of a participant as a policy scores them, the last of them included. */
    record Stretch(int policyId, int dayRuleId, long participantId, LocalDate from, LocalDate through) {
        PolicyDay day(LocalDate day) {
            return new PolicyDay(policyId, new ParticipantDay(dayRuleId, participantId, day));
        }
    }
}
