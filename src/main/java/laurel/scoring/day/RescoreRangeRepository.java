package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.scoring.day.DayScoreRepository.Stretch;
import laurel.scoring.policy.ScoringPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The days that are left to be scored again: one range for each participant and policy. A range is scored by a job of the
 * policy if a change of the policy put days into it, otherwise by {@link RescoreBacklog}. That of an archived policy waits
 * until the policy is active again, and is then scored by a job.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RescoreRangeRepository extends SqlRepository {
    /**
     * Days that are due: those of which a score is kept, and those on which something was counted.
     *
     * @param countedFrom the first day that is due although no score of it may be kept; null if no such day is
     * @param partThrough the last day of the part that is scored next
     */
    @Introspected
    record DueDays(
            int policyId,
            long participantId,
            LocalDate fromDay,
            LocalDate throughDay,
            @Nullable LocalDate countedFrom,
            LocalDate partThrough) {
        boolean isLastPart() {
            return partThrough.equals(throughDay);
        }
    }

    /**
     * Adds the days of these stretches, from the first of which a score is kept to the last, for the backlog or for
     * a job.
     */
    @Query("""
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day, by_job)
            SELECT :app, added.policy, added.participant, min(kept.from_day), max(kept.through_day), :byJob
            FROM unnest(:stretches.policyId, :stretches.participantId, :stretches.from, :stretches.through)
                 AS added (policy, participant, from_day, through_day)
            CROSS JOIN LATERAL (
                SELECT (SELECT f.day FROM day_score AS f
                        WHERE f.participant_id = added.participant AND f.policy_id = added.policy
                          AND f.day BETWEEN added.from_day AND added.through_day
                        ORDER BY f.day LIMIT 1) AS from_day,
                       (SELECT l.day FROM day_score AS l
                        WHERE l.participant_id = added.participant AND l.policy_id = added.policy
                          AND l.day BETWEEN added.from_day AND added.through_day
                        ORDER BY l.day DESC LIMIT 1) AS through_day
                OFFSET 0) AS kept
            WHERE kept.from_day IS NOT NULL
            GROUP BY added.policy, added.participant
            ORDER BY added.participant, added.policy
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET from_day = least(due.from_day, excluded.from_day),
                through_day = greatest(due.through_day, excluded.through_day),
                by_job = due.by_job OR excluded.by_job
            """)
    void add(int app, Collection<Stretch> stretches, boolean byJob);

    /** Adds days on which something was counted, for a job. */
    @Query("""
            INSERT INTO day_score_due AS due
                (app_id, policy_id, participant_id, from_day, through_day, counted_from, by_job)
            SELECT :app, added.policy, added.participant, min(added.day), max(added.day), min(added.day), true
            FROM unnest(:days.policyId, :days.day.participantId, :days.day.day) AS added (policy, participant, day)
            GROUP BY added.policy, added.participant
            ORDER BY added.participant, added.policy
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET from_day = least(due.from_day, excluded.from_day),
                through_day = greatest(due.through_day, excluded.through_day),
                counted_from = least(due.counted_from, excluded.counted_from),
                by_job = true
            """)
    void addDays(int app, Collection<PolicyDay> days);

    /**
     * Adds the days of all participants that a policy scores, from the first on which something was counted to the last,
     * for a job.
     */
    @Query("""
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day, counted_from, by_job)
            SELECT :policy.appId, :policy.id, t.participant_id, min(t.day), max(t.day), :from, true
            FROM daily_tally AS t
            WHERE t.day_rule_id = :policy.dayRuleId AND t.day BETWEEN :from AND :through AND t.events > 0
            GROUP BY t.participant_id
            ORDER BY t.participant_id
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET from_day = least(due.from_day, excluded.from_day),
                through_day = greatest(due.through_day, excluded.through_day),
                counted_from = least(due.counted_from, excluded.counted_from),
                by_job = true
            """)
    void addCounted(ScoringPolicy policy, LocalDate from, LocalDate through);

    /** Leaves all days of a policy to a job. */
    @Query("UPDATE day_score_due SET by_job = true WHERE policy_id = :policy AND NOT by_job")
    void leaveToJob(int policy);

    String NEXT = """
            SELECT n.policy_id, n.participant_id, n.from_day, n.through_day, n.counted_from,
                   least(n.through_day, n.from_day + (:days - n.before - 1)::integer) AS part_through
            FROM (SELECT d.*, sum(d.through_day - d.from_day + 1) OVER (ORDER BY d.turn)
                              - (d.through_day - d.from_day + 1) AS before
                  FROM (SELECT * FROM day_score_due WHERE\s""";

    String IN_TURN = """
             ORDER BY turn LIMIT :days) AS d) AS n
            WHERE n.before < :days
            ORDER BY n.turn
            """;

    /**
     * The next ranges of an app's backlog, with as many days in all. Of the last one the part may be shorter than
     * the range.
     */
    @Query(NEXT + " app_id = :app AND NOT by_job" + IN_TURN)
    List<DueDays> next(int app, int days);

    /** The same of those that are left to a job of a policy. */
    @Query(NEXT + " policy_id = :policy AND by_job" + IN_TURN)
    List<DueDays> nextOfJob(int policy, int days);

    /** How many days are left to a job of a policy, those in between on which nothing was counted included. */
    @Query("""
            SELECT coalesce(sum(through_day - from_day + 1), 0) FROM day_score_due WHERE policy_id = :policy AND by_job
            """)
    long daysOfJob(int policy);

    @Query("""
            DELETE FROM day_score_due AS d
            USING unnest(:ranges.policyId, :ranges.participantId) AS done (policy, participant)
            WHERE d.participant_id = done.participant AND d.policy_id = done.policy
            """)
    void delete(Collection<DueDays> ranges);

    @Query("""
            UPDATE day_score_due SET from_day = :done.partThrough::date + 1, turn = DEFAULT
            WHERE participant_id = :done.participantId AND policy_id = :done.policyId
            """)
    void advance(DueDays done);

    /** Removes the parts of these ranges. */
    default void remove(List<DueDays> parts) {
        delete(parts.stream().filter(DueDays::isLastPart).toList());
        parts.stream().filter(part -> !part.isLastPart()).forEach(this::advance);
    }

    /** The apps with a backlog. */
    @Query("""
            SELECT a.id FROM app AS a
            WHERE EXISTS (SELECT FROM day_score_due AS d WHERE d.app_id = a.id AND NOT d.by_job) ORDER BY a.id
            """)
    List<Integer> apps();

    /** How many ranges are in backlogs, counted up to a limit. */
    @Query("SELECT count(*) FROM (SELECT FROM day_score_due WHERE NOT by_job LIMIT :most) AS d")
    long count(int most);
}
