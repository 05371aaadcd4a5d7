package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Reads the runs of participants. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface StreakReadRepository extends SqlRepository {
    @Query("""
            SELECT p.id AS participant_id, period.n - 1 AS n, p.time_zone, p.group_values, last.start_date, last.end_date,
                   last.length, last.covered_through, longest.length AS longest_length
            FROM unnest(:participants) AS input (id)
            CROSS JOIN LATERAL (
                SELECT q.id, q.time_zone,
                       activity_current_group(q.group_values, q.group_set_at, g.group_values, g.occurred_at) AS group_values
                FROM participant AS q LEFT JOIN activity_group AS g ON g.participant_id = q.id
                WHERE q.app_id = :app AND q.id = input.id OFFSET 0) AS p
            CROSS JOIN unnest(:periods.key, :periods.value.days) WITH ORDINALITY AS period (id, step, n)
            LEFT JOIN LATERAL (
                SELECT r.*, streak_covered_through(r.streak_id, r.participant_id, r.end_date, period.step) AS covered_through
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = period.id
                ORDER BY r.start_date DESC LIMIT 1) AS last ON true
            LEFT JOIN LATERAL (
                SELECT max(r.length) AS length
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = period.id OFFSET 0) AS longest ON true
            ORDER BY period.n
            """)
    List<LatestRun> latest(int app, Map<Long, StreakPeriod> periods, Collection<Long> participants);

    /**
     * Latest run of a participant's streak.
     *
     * @param n              index of the streak, starting at 0
     * @param timeZone       time zone of the participant; null if it is unknown
     * @param groupValues    the participant's own group values, and those of its latest event
     * @param startDate      null if there is no run, as are the fields that follow
     * @param coveredThrough last of the consecutive covered days after the run; {@code endDate} if there are none
     * @param longestLength  length of the participant's longest run
     */
    @Introspected
    record LatestRun(
            long participantId,
            int n,
            @Nullable ZoneId timeZone,
            Group groupValues,
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,
            @Nullable Integer length,
            @Nullable LocalDate coveredThrough,
            @Nullable Integer longestLength) {
        /** Returns the run; null if there is none. */
        public @Nullable StreakRun run() {
            return startDate == null || endDate == null || length == null
                    ? null
                    : new StreakRun(startDate, endDate, length);
        }
    }

    @Query("""
            SELECT input.n, run.start_date, run.end_date, run.length
            FROM unnest(:pages.filter.streakId, :pages.filter.participantId, :pages.after, :pages.limit)
                 WITH ORDINALITY AS input (streak_id, participant_id, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS r
                WHERE r.participant_id = input.participant_id AND r.streak_id = input.streak_id
                  AND r.start_date < input.before
                ORDER BY r.start_date DESC LIMIT input.size) AS run
            ORDER BY input.n, run.start_date DESC
            """)
    List<Numbered<StreakRun>> list(List<ListRequest<ParticipantStreakId, LocalDate>> pages);

    /** Returns pages of runs, newest first. Empty pages are absent. */
    default Map<ListRequest<ParticipantStreakId, LocalDate>, List<StreakRun>> pages(
            List<ListRequest<ParticipantStreakId, LocalDate>> pages) {
        return Numbered.lists(pages, list(pages));
    }
}
