package laurel.streak;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import org.jspecify.annotations.Nullable;

/** What streaks have come to. */
@Singleton
class StreakReadRepository {
    private static final String STAND = """
            SELECT p.id AS participant_id, asked.n - 1 AS n, p.zone, last.started_on, last.last_active_on, last.length,
                   last.held, best.length AS best
            FROM unnest(:participants) AS wanted (id)
            CROSS JOIN LATERAL (SELECT q.id, q.zone FROM participant AS q
                                WHERE q.app_id = :app AND q.id = wanted.id OFFSET 0) AS p
            CROSS JOIN unnest(:streaks, :steps) WITH ORDINALITY AS asked (id, step, n)
            LEFT JOIN LATERAL (
                SELECT r.*, held_through(r.streak_id, r.participant_id, r.last_active_on, asked.step) AS held
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = asked.id
                ORDER BY r.started_on DESC LIMIT 1) AS last ON true
            LEFT JOIN LATERAL (
                SELECT max(r.length) AS length
                FROM streak_run AS r WHERE r.participant_id = p.id AND r.streak_id = asked.id OFFSET 0) AS best ON true
            ORDER BY asked.n
            """;

    private static final String RUNS = """
            SELECT wanted.n - 1 AS n, run.started_on, run.last_active_on, run.length
            FROM unnest(:streaks, :participants, :befores, :sizes)
                 WITH ORDINALITY AS wanted (streak_id, participant_id, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS r
                WHERE r.participant_id = wanted.participant_id AND r.streak_id = wanted.streak_id
                  AND r.started_on < wanted.before
                ORDER BY r.started_on DESC LIMIT wanted.size) AS run
            ORDER BY wanted.n, run.started_on DESC
            """;

    private final Sql sql;

    StreakReadRepository(Sql sql) {
        this.sql = sql;
    }

    /** Each of these streaks of each of these participants, those of other apps aside. */
    Map<Long, List<ParticipantStreak>> of(int app, List<Streak> streaks, Collection<Long> participants, Instant now) {
        return sql
                .of(STAND)
                .bind("app", app)
                .bindArray("participants", Long.class, participants)
                .bindArray("streaks", Long.class, column(streaks, Streak::id))
                .bindArray("steps", Integer.class, column(streaks, one -> one.unit()
                        .days()))
                .list(Stand.class)
                .stream()
                .collect(groupingBy(
                        Stand::participantId, mapping(row -> row.streak(streaks.get((int) row.n), now), toList())));
    }

    /** The runs of each of these lists, newest first; a list that has none is absent. */
    Map<RunList, List<StreakRun>> runs(List<RunList> lists) {
        return sql
                .of(RUNS)
                .bindArray("streaks", Long.class, column(lists, list -> list.whose()
                        .streakId()))
                .bindArray("participants", Long.class, column(lists, list -> list.whose()
                        .participantId()))
                .bindArray("befores", LocalDate.class, column(lists, RunList::before))
                .bindArray("sizes", Integer.class, column(lists, RunList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n), mapping(Listed::run, toList())));
    }

    /** A row of {@link #STAND}. */
    @Introspected
    record Stand(
            long participantId,
            long n,
            @Nullable ZoneId zone,
            @Nullable LocalDate startedOn,
            @Nullable LocalDate lastActiveOn,
            @Nullable Integer length,
            @Nullable LocalDate held,
            @Nullable Integer best) {
        ParticipantStreak streak(Streak streak, Instant now) {
            StreakRun last = startedOn == null || lastActiveOn == null || length == null
                    ? null
                    : new StreakRun(startedOn, lastActiveOn, length);
            return ParticipantStreak.at(now, streak, participantId, last, held, best == null ? 0 : best, zone);
        }
    }

    /** A row of {@link #RUNS}. */
    @Introspected
    record Listed(long n, StreakRun run) {}
}
