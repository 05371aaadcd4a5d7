package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.scoring.day.DayScoreRepository.PolicyDayRange;
import laurel.scoring.policy.ScoringPolicy;

/**
 * Stores the days to score again: one range per participant and policy. A job of the policy scores a range if a change of
 * the policy added days to it, otherwise {@link RescoreBacklog} does. Ranges of an archived policy wait until the policy is
 * unarchived; a job scores them then.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RescoreRangeRepository extends SqlRepository {
    /**
     * Range of days to score again.
     *
     * @param withTallied whether {@link #tallied} may return days of the range
     * @param partEndDate last day of the part that is scored next
     */
    @Introspected
    record RescoreRange(
            int policyId,
            long participantId,
            LocalDate startDate,
            LocalDate endDate,
            boolean withTallied,
            LocalDate partEndDate) {
        boolean isLastPart() {
            return partEndDate.equals(endDate);
        }

        /** Returns the number of days of the next part, including days without activity. */
        int partDays() {
            return (int) ChronoUnit.DAYS.between(startDate, partEndDate) + 1;
        }
    }

    /**
     * Adds ranges, each reduced to the first through the last day with a stored score.
     *
     * @param byJob whether a job scores them, not the backlog
     */
    @Query("""
            INSERT INTO scoring_rescore_range AS range (app_id, policy_id, participant_id, start_date, end_date, by_job)
            SELECT :app, added.policy, added.participant, min(stored.start_date), max(stored.end_date), :byJob
            FROM unnest(:ranges.policyId, :ranges.participantId, :ranges.startDate, :ranges.endDate)
                 AS added (policy, participant, start_date, end_date)
            CROSS JOIN LATERAL (
                SELECT (SELECT f.day FROM scoring_day_score AS f
                        WHERE f.participant_id = added.participant AND f.policy_id = added.policy
                          AND f.day BETWEEN added.start_date AND added.end_date
                        ORDER BY f.day LIMIT 1) AS start_date,
                       (SELECT l.day FROM scoring_day_score AS l
                        WHERE l.participant_id = added.participant AND l.policy_id = added.policy
                          AND l.day BETWEEN added.start_date AND added.end_date
                        ORDER BY l.day DESC LIMIT 1) AS end_date
                OFFSET 0) AS stored
            WHERE stored.start_date IS NOT NULL
            GROUP BY added.policy, added.participant
            ORDER BY added.participant, added.policy
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET start_date = least(range.start_date, excluded.start_date),
                end_date = greatest(range.end_date, excluded.end_date),
                by_job = range.by_job OR excluded.by_job
            """)
    void add(int app, Collection<PolicyDayRange> ranges, boolean byJob);

    /** Adds days with tallies, for a job. */
    @Query("""
            INSERT INTO scoring_rescore_range AS range
                (app_id, policy_id, participant_id, start_date, end_date, tallied, by_job)
            SELECT :app, added.policy, added.participant, min(added.day), max(added.day),
                   range_agg(daterange(added.day, added.day, '[]')), true
            FROM unnest(:days.policyId, :days.day.participantId, :days.day.day) AS added (policy, participant, day)
            GROUP BY added.policy, added.participant
            ORDER BY added.participant, added.policy
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET start_date = least(range.start_date, excluded.start_date),
                end_date = greatest(range.end_date, excluded.end_date),
                tallied = range.tallied + excluded.tallied,
                by_job = true
            """)
    void addDays(int app, Collection<PolicyDay> days);

    /**
     * Adds the days of all participants with tallies by the policy's day rule, for a job: each from the first day to the
     * last.
     */
    @Query("""
            INSERT INTO scoring_rescore_range AS range
                (app_id, policy_id, participant_id, start_date, end_date, tallied, by_job)
            SELECT :policy.appId, :policy.id, t.participant_id, min(t.day), max(t.day),
                   datemultirange(daterange(:startDate, :endDate, '[]')), true
            FROM activity_daily_tally AS t
            WHERE t.day_rule_id = :policy.dayRuleId AND t.day BETWEEN :startDate AND :endDate AND t.event_count > 0
            GROUP BY t.participant_id
            ORDER BY t.participant_id
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET start_date = least(range.start_date, excluded.start_date),
                end_date = greatest(range.end_date, excluded.end_date),
                tallied = range.tallied + excluded.tallied,
                by_job = true
            """)
    void addTallied(ScoringPolicy policy, LocalDate startDate, LocalDate endDate);

    /** Assigns all days of a policy to a job. */
    @Query("UPDATE scoring_rescore_range SET by_job = true WHERE policy_id = :policy AND NOT by_job")
    void assignToJob(int policy);

    String NEXT = """
            SELECT n.policy_id, n.participant_id, n.start_date, n.end_date, NOT isempty(n.tallied) AS with_tallied,
                   least(n.end_date, n.start_date + (:days - n.before - 1)::integer) AS part_end_date
            FROM (SELECT r.*, sum(r.end_date - r.start_date + 1) OVER (ORDER BY r.turn)
                              - (r.end_date - r.start_date + 1) AS before
                  FROM (SELECT * FROM scoring_rescore_range WHERE\s""";

    String IN_TURN = """
             ORDER BY turn LIMIT :days) AS r) AS n
            WHERE n.before < :days
            ORDER BY n.turn
            """;

    /**
     * Returns the next ranges of an app's backlog, up to a total number of days. The part of the last one may be shorter than
     * its range.
     */
    @Query(NEXT + " app_id = :app AND NOT by_job" + IN_TURN)
    List<RescoreRange> next(int app, int days);

    /** Returns the next ranges of a policy's job, up to a total number of days. */
    @Query(NEXT + " policy_id = :policy AND by_job" + IN_TURN)
    List<RescoreRange> nextOfJob(int policy, int days);

    /** Returns the days of parts of ranges that are scored even without a stored score: they were added as days with tallies. */
    @Query("""
            SELECT part.policy_id, part.day_rule_id, part.participant_id, t.day
            FROM unnest(:parts.policyId, :parts.dayRuleId, :parts.participantId, :parts.startDate, :parts.endDate)
                 AS part (policy_id, day_rule_id, participant_id, start_date, end_date)
            JOIN scoring_rescore_range AS r ON r.participant_id = part.participant_id AND r.policy_id = part.policy_id
            CROSS JOIN LATERAL (
                SELECT DISTINCT q.day FROM activity_daily_tally AS q
                WHERE q.participant_id = part.participant_id AND q.day_rule_id = part.day_rule_id AND q.event_count > 0
                  AND q.day BETWEEN part.start_date AND part.end_date AND q.day <@ r.tallied
                OFFSET 0) AS t
            """)
    List<PolicyDay> tallied(Collection<PolicyDayRange> parts);

    /** Returns the number of days in the ranges of a policy's job, including days without activity. */
    @Query("""
            SELECT coalesce(sum(end_date - start_date + 1), 0) FROM scoring_rescore_range WHERE policy_id = :policy AND by_job
            """)
    long daysOfJob(int policy);

    @Query("""
            DELETE FROM scoring_rescore_range AS r
            USING unnest(:ranges.policyId, :ranges.participantId) AS done (policy, participant)
            WHERE r.participant_id = done.participant AND r.policy_id = done.policy
            """)
    void delete(Collection<RescoreRange> ranges);

    @Query("""
            UPDATE scoring_rescore_range SET start_date = :done.partEndDate::date + 1, turn = DEFAULT
            WHERE participant_id = :done.participantId AND policy_id = :done.policyId
            """)
    void advance(RescoreRange done);

    /** Removes the given parts of ranges. */
    default void remove(List<RescoreRange> parts) {
        delete(parts.stream().filter(RescoreRange::isLastPart).toList());
        parts.stream().filter(part -> !part.isLastPart()).forEach(this::advance);
    }

    /** Returns the apps with a backlog. */
    @Query("""
            SELECT a.id FROM app AS a
            CROSS JOIN LATERAL (
                SELECT FROM scoring_rescore_range AS r WHERE r.app_id = a.id AND NOT r.by_job LIMIT 1) AS next
            ORDER BY a.id
            """)
    List<Integer> apps();

    /** Returns the number of ranges in backlogs, counted up to a limit. */
    @Query("SELECT count(*) FROM (SELECT FROM scoring_rescore_range WHERE NOT by_job LIMIT :limit) AS r")
    long count(int limit);
}
