package laurel.policy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.activity.ParticipantDay;
import laurel.database.Sql;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

@Singleton
class KeptScoreRepository {
    private static final String OF_DAYS = """
            SELECT wanted.n, s.pillar, s.score, s.taken, s.leaderboard_id, s.group_values
            FROM unnest(:policies, :participants, :days) WITH ORDINALITY AS wanted (policy, participant, day, n)
            CROSS JOIN LATERAL (
                SELECT * FROM day_score AS l
                WHERE l.participant_id = wanted.participant AND l.policy_id = wanted.policy AND l.day = wanted.day
                OFFSET 0) AS s
            """;
    private static final String WITHIN = """
            SELECT wanted.n, s.day
            FROM unnest(:policies, :participants, :froms, :throughs) WITH ORDINALITY
                 AS wanted (policy, participant, from_day, through_day, n)
            CROSS JOIN LATERAL (
                SELECT DISTINCT l.day FROM day_score AS l
                WHERE l.participant_id = wanted.participant AND l.policy_id = wanted.policy
                  AND l.day BETWEEN wanted.from_day AND wanted.through_day
                OFFSET 0) AS s
            """;

    /** The numbers as texts, which are exact. */
    private static final String WRITE = """
            INSERT INTO day_score (participant_id, policy_id, day, pillar, score, taken, leaderboard_id, group_values)
            SELECT participant, policy, day, pillar, score::numeric, taken::numeric, board, group_values
            FROM unnest(:participants, :policies, :days, :pillars, :scores, :takens, :boards, :groups)
                 AS told (participant, policy, day, pillar, score, taken, board, group_values)
            ON CONFLICT (participant_id, policy_id, day, pillar) DO UPDATE
            SET score = excluded.score, taken = excluded.taken, leaderboard_id = excluded.leaderboard_id,
                group_values = excluded.group_values
            """;

    private final Sql sql;

    KeptScoreRepository(Sql sql) {
        this.sql = sql;
    }

    /** What is kept of these days, by day; one of which nothing is kept is absent. */
    Map<PolicyDay, List<KeptScore>> ofDays(List<PolicyDay> days) {
        return sql
                .of(OF_DAYS)
                .bindArray("policies", Integer.class, column(days, PolicyDay::policyId))
                .bindArray("participants", Long.class, column(days, day -> day.day()
                        .participantId()))
                .bindArray(
                        "days", LocalDate.class, column(days, day -> day.day().day()))
                .list(Kept.class)
                .stream()
                .map(row -> new KeptScore(
                        days.get((int) row.n - 1),
                        row.pillar,
                        row.score,
                        row.taken,
                        row.leaderboardId,
                        row.groupValues))
                .collect(groupingBy(KeptScore::day));
    }

    /** The days of these stretches of which something is kept. */
    Set<PolicyDay> within(List<Stretch> stretches) {
        return sql
                .of(WITHIN)
                .bindArray("policies", Integer.class, column(stretches, Stretch::policyId))
                .bindArray("participants", Long.class, column(stretches, Stretch::participantId))
                .bindArray("froms", LocalDate.class, column(stretches, Stretch::from))
                .bindArray("throughs", LocalDate.class, column(stretches, Stretch::through))
                .list(KeptDay.class)
                .stream()
                .map(row -> stretches.get((int) row.n - 1).day(row.day))
                .collect(toSet());
    }

    void write(Collection<KeptScore> scores) {
        sql.of(WRITE)
                .bindArray("participants", Long.class, column(scores, score -> score.day()
                        .day()
                        .participantId()))
                .bindArray("policies", Integer.class, column(scores, score -> score.day()
                        .policyId()))
                .bindArray("days", LocalDate.class, column(scores, score -> score.day()
                        .day()
                        .day()))
                .bindArray("pillars", String.class, column(scores, KeptScore::pillar))
                .bindArray("scores", String.class, column(scores, score -> score.score()
                        .toPlainString()))
                .bindArray("takens", String.class, column(scores, score -> score.taken()
                        .toPlainString()))
                .bindArray("boards", Integer.class, column(scores, KeptScore::leaderboardId))
                .bindArray("groups", Group.class, column(scores, KeptScore::group))
                .execute();
    }

    /** Days of a participant as a policy scores them, the last of them included. */
    record Stretch(int policyId, int dayRuleId, long participantId, LocalDate from, LocalDate through) {
        PolicyDay day(LocalDate day) {
            return new PolicyDay(policyId, new ParticipantDay(dayRuleId, participantId, day));
        }
    }

    /** A row of {@link #OF_DAYS}: of the n-th day, from 1. */
    @Introspected
    record Kept(
            long n,
            String pillar,
            BigDecimal score,
            BigDecimal taken,
            @Nullable Integer leaderboardId,
            @Nullable Group groupValues) {}

    /** A row of {@link #WITHIN}: of the n-th stretch, from 1. */
    @Introspected
    record KeptDay(long n, LocalDate day) {}
}
