package laurel.streak.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.streak.ParticipantStreak;
import laurel.streak.Streak;
import org.jspecify.annotations.Nullable;

/** What streaks have come to. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface StreakReadRepository extends SqlRepository {
    @Query("""
            SELECT p.id AS participant_id, asked.n - 1 AS n, p.time_zone AS zone, last.start_date, last.end_date, last.length,
                   last.held, best.length AS best
            FROM unnest(:participants) AS wanted (id)
            CROSS JOIN LATERAL (SELECT q.id, q.time_zone FROM participant AS q
                                WHERE q.app_id = :app AND q.id = wanted.id OFFSET 0) AS p
            CROSS JOIN unnest(:streaks.id, :streaks.unit.days) WITH ORDINALITY AS asked (id, step, n)
            LEFT JOIN LATERAL (
                SELECT r.*, held_through(r.streak_id, r.participant_id, r.end_date, asked.step) AS held
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = asked.id
                ORDER BY r.start_date DESC LIMIT 1) AS last ON true
            LEFT JOIN LATERAL (
                SELECT max(r.length) AS length
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = asked.id OFFSET 0) AS best ON true
            ORDER BY asked.n
            """)
    List<Stand> stands(int app, List<Streak> streaks, Collection<Long> participants);

    /** Each of these streaks of each of these participants, except participants of other apps. */
    default Map<Long, List<ParticipantStreak>> of(
            int app, List<Streak> streaks, Collection<Long> participants, Instant now) {
        return stands(app, streaks, participants).stream()
                .collect(groupingBy(
                        Stand::participantId, mapping(row -> row.streak(streaks.get(row.n), now), toList())));
    }

    /** Of the n-th of the streaks, from 0. */
    @Introspected
    record Stand(
            long participantId,
            int n,
            @Nullable ZoneId zone,
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,
            @Nullable Integer length,
            @Nullable LocalDate held,
            @Nullable Integer best) {
        ParticipantStreak streak(Streak streak, Instant now) {
            StreakRun last = startDate == null || endDate == null || length == null
                    ? null
                    : new StreakRun(startDate, endDate, length);
            return ParticipantStreak.at(now, streak, participantId, last, held, best == null ? 0 : best, zone);
        }
    }

    /** The runs of each of these lists, newest first. */
    @Query("""
            SELECT wanted.n, run.start_date, run.end_date, run.length
            FROM unnest(:lists.filter.streakId, :lists.filter.participantId, :lists.after, :lists.limit)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS r
                WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                  AND r.start_date < wanted.before
                ORDER BY r.start_date DESC LIMIT wanted.size) AS run
            ORDER BY wanted.n, run.start_date DESC
            """)
    List<Numbered<StreakRun>> runs(List<ListRequest<StreakOf, LocalDate>> lists);

    /** The runs of each of these lists, newest first; a list without runs is absent. */
    default Map<ListRequest<StreakOf, LocalDate>, List<StreakRun>> listed(
            List<ListRequest<StreakOf, LocalDate>> lists) {
        return Numbered.lists(lists, runs(lists));
    }
}
