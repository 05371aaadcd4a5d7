package laurel.policy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.SqlRepository;
import laurel.policy.KeptScoreRepository.Stretch;
import org.jspecify.annotations.Nullable;

/** The days that are left to be scored again: one range for each participant and policy. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DueDayRepository extends SqlRepository {
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

    /** Adds the days of these stretches, from the first of which a score is kept to the last. */
    @Query("""
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day)
            SELECT :app, added.policy, added.participant, min(kept.from_day), max(kept.through_day)
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
                through_day = greatest(due.through_day, excluded.through_day)
            """)
    void add(int app, Collection<Stretch> stretches);

    /** Adds the days of all participants that a policy scores, from the first on which something was counted to the last. */
    @Query("""
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day, counted_from)
            SELECT :policy.appId, :policy.id, t.participant_id, min(t.day), max(t.day), :from
            FROM daily_tally AS t
            WHERE t.day_rule_id = :policy.dayRuleId AND t.day BETWEEN :from AND :through AND t.events > 0
            GROUP BY t.participant_id
            ORDER BY t.participant_id
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET from_day = least(due.from_day, excluded.from_day),
                through_day = greatest(due.through_day, excluded.through_day),
                counted_from = least(due.counted_from, excluded.counted_from)
            """)
    void addCounted(ScoringPolicy policy, LocalDate from, LocalDate through);

    /** The next ranges of an app, with as many days in all. Of the last one the part may be shorter than the range. */
    @Query("""
            SELECT n.policy_id, n.participant_id, n.from_day, n.through_day, n.counted_from,
                   least(n.through_day, n.from_day + (:days - n.before - 1)::integer) AS part_through
            FROM (SELECT d.*, sum(d.through_day - d.from_day + 1) OVER (ORDER BY d.turn)
                              - (d.through_day - d.from_day + 1) AS before
                  FROM (SELECT * FROM day_score_due WHERE app_id = :app ORDER BY turn LIMIT :days) AS d) AS n
            WHERE n.before < :days
            ORDER BY n.turn
            """)
    List<DueDays> next(int app, int days);

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

    /** The apps in which days are due. */
    @Query(
            "SELECT a.id FROM app AS a WHERE EXISTS (SELECT FROM day_score_due AS d WHERE d.app_id = a.id) ORDER BY a.id")
    List<Integer> apps();

    /** How many ranges are due, counted up to a limit. */
    @Query("SELECT count(*) FROM (SELECT FROM day_score_due LIMIT :most) AS d")
    long count(int most);
}
