package laurel.policy;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;
import laurel.policy.KeptScoreRepository.Stretch;
import org.jspecify.annotations.Nullable;

/** The days that are left to be scored again: one range for each participant and policy. */
@Singleton
class DueDayRepository {
    /** From the first kept day of these to the last. */
    private static final String ADD = """
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day)
            SELECT :app, added.policy, added.participant, min(kept.from_day), max(kept.through_day)
            FROM unnest(:policies, :participants, :froms, :throughs) AS added (policy, participant, from_day, through_day)
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
            """;

    /** From the first day on which something was counted to the last. */
    private static final String ADD_COUNTED = """
            INSERT INTO day_score_due AS due (app_id, policy_id, participant_id, from_day, through_day, counted_from)
            SELECT :app, :policy, t.participant_id, min(t.day), max(t.day), :from
            FROM daily_tally AS t
            WHERE t.day_rule_id = :rule AND t.day BETWEEN :from AND :through AND t.events > 0
            GROUP BY t.participant_id
            ORDER BY t.participant_id
            ON CONFLICT (participant_id, policy_id) DO UPDATE
            SET from_day = least(due.from_day, excluded.from_day),
                through_day = greatest(due.through_day, excluded.through_day),
                counted_from = least(due.counted_from, excluded.counted_from)
            """;

    private static final String NEXT = """
            SELECT n.policy_id, n.participant_id, n.from_day, n.through_day, n.counted_from,
                   least(n.through_day, n.from_day + (:days - n.before - 1)::integer) AS part_through
            FROM (SELECT d.*, sum(d.through_day - d.from_day + 1) OVER (ORDER BY d.turn)
                              - (d.through_day - d.from_day + 1) AS before
                  FROM (SELECT * FROM day_score_due WHERE app_id = :app ORDER BY turn LIMIT :days) AS d) AS n
            WHERE n.before < :days
            ORDER BY n.turn
            """;

    private static final String DELETE = """
            DELETE FROM day_score_due AS d
            USING unnest(:policies, :participants) AS done (policy, participant)
            WHERE d.participant_id = done.participant AND d.policy_id = done.policy
            """;
    private static final String ADVANCE = """
            UPDATE day_score_due SET from_day = :from, turn = DEFAULT
            WHERE participant_id = :participant AND policy_id = :policy
            """;

    private static final String APPS = """
            SELECT a.id FROM app AS a WHERE EXISTS (SELECT FROM day_score_due AS d WHERE d.app_id = a.id) ORDER BY a.id
            """;
    private static final String COUNT = "SELECT count(*) FROM (SELECT FROM day_score_due LIMIT :most) AS d";

    private final Sql sql;

    DueDayRepository(Sql sql) {
        this.sql = sql;
    }

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

    /** Adds the days of these stretches of which scores are kept. */
    void add(int app, Collection<Stretch> stretches) {
        sql.of(ADD)
                .bind("app", app)
                .bindArray("policies", Integer.class, column(stretches, Stretch::policyId))
                .bindArray("participants", Long.class, column(stretches, Stretch::participantId))
                .bindArray("froms", LocalDate.class, column(stretches, Stretch::from))
                .bindArray("throughs", LocalDate.class, column(stretches, Stretch::through))
                .execute();
    }

    /** Adds the days of all participants on which something was counted that a policy scores. */
    void addCounted(ScoringPolicy policy, LocalDate from, LocalDate through) {
        sql.of(ADD_COUNTED)
                .bind("app", policy.appId())
                .bind("policy", policy.id())
                .bind("rule", policy.dayRuleId())
                .bind("from", from)
                .bind("through", through)
                .execute();
    }

    /** The next ranges of an app, with as many days in all. Of the last one the part may be shorter than the range. */
    List<DueDays> next(int app, int days) {
        return sql.of(NEXT).bind("app", app).bind("days", days).list(DueDays.class);
    }

    /** Removes the parts of these ranges. */
    void remove(List<DueDays> parts) {
        List<DueDays> whole = parts.stream().filter(DueDays::isLastPart).toList();
        sql.of(DELETE)
                .bindArray("policies", Integer.class, column(whole, DueDays::policyId))
                .bindArray("participants", Long.class, column(whole, DueDays::participantId))
                .execute();
        parts.stream().filter(part -> !part.isLastPart()).forEach(part -> sql.of(ADVANCE)
                .bind("from", part.partThrough().plusDays(1))
                .bind("participant", part.participantId())
                .bind("policy", part.policyId())
                .execute());
    }

    /** The apps in which days are due. */
    List<Integer> apps() {
        return sql.of(APPS).list(Integer.class);
    }

    /** How many ranges are due, counted up to a limit. */
    long count(int most) {
        return sql.of(COUNT).bind("most", most).one(Long.class);
    }
}
