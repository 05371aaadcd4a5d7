package laurel.score;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import org.jspecify.annotations.Nullable;

/** Finds which windows the ledger's submissions fall in, and lets them count there. */
@Singleton
class FillingRepository {
    private static final String MOMENTS = """
            SELECT min(achieved_at) AS first, max(achieved_at) AS last FROM score_submission
            WHERE leaderboard_id = :board AND removed_at IS NULL AND carried_from IS NULL
              AND achieved_at >= coalesce(:since::timestamptz, '-infinity')
            HAVING count(*) > 0
            """;

    private static final String STARTED = """
            SELECT zone, starts_at, ends_at, expired_at IS NOT NULL AS expired FROM leaderboard_window
            WHERE leaderboard_id = :board AND definition = :definition
            """;

    /**
     * Which submission falls in which of these windows, had they been there when it was received: the same rule. For each zone
     * the bounds are arrays, in which the newest window that has started by a moment is found by bisection.
     */
    private static final String FALLS = """
            WITH bounds AS MATERIALIZED (
                SELECT w.zone, array_agg(w.id ORDER BY w.n) AS ids,
                       array_agg(coalesce(w.starts_at, '-infinity') ORDER BY w.n) AS starts,
                       array_agg(coalesce(w.ends_at, 'infinity') ORDER BY w.n) AS ends,
                       array_agg(coalesce(w.finalizes_at, 'infinity') ORDER BY w.n) AS finals
                FROM unnest(:ids, :zones, :starts, :ends, :finals) WITH ORDINALITY
                     AS w (id, zone, starts_at, ends_at, finalizes_at, n)
                GROUP BY w.zone
            ), falls AS (
                SELECT l.id, l.window_ids, b.ids[c.n] AS window_id
                FROM bounds AS b
                CROSS JOIN leaderboard AS board
                JOIN score_submission AS l ON l.leaderboard_id = :board
                CROSS JOIN LATERAL width_bucket(l.achieved_at, b.starts) AS newest
                -- No more than so many lie over each other.
                CROSS JOIN LATERAL generate_series(greatest(newest - :most + 1, 1), newest) AS c (n)
                WHERE board.id = :board AND l.removed_at IS NULL AND l.carried_from IS NULL
                  AND l.achieved_at >= coalesce(:first::timestamptz, '-infinity')
                  AND l.achieved_at < coalesce(:last::timestamptz, 'infinity')
                  AND l.achieved_at < b.ends[c.n] AND l.board_time < b.finals[c.n]
                  AND (NOT :zoned OR EXISTS (
                      SELECT FROM unnest(:groupings) AS g (attributes)
                      WHERE coalesce(group_override(board.group_overrides,
                                                    group_of(l.group_values, string_to_array(g.attributes, ',')), 'zone'),
                                     board.zone) = b.zone))
            )
            """;

    private static final String HITS = FALLS + "SELECT DISTINCT window_id FROM falls";

    private static final String MARK = FALLS + """
            , added AS (
                SELECT id, array_agg(window_id ORDER BY window_id) AS ids FROM falls
                WHERE window_id <> ALL (window_ids)
                GROUP BY id
            ), marked AS (
                UPDATE score_submission AS s SET window_ids = s.window_ids || added.ids FROM added WHERE s.id = added.id
                RETURNING added.ids
            )
            SELECT (SELECT count(*) FROM marked) AS submissions,
                   ARRAY(SELECT DISTINCT one FROM marked CROSS JOIN unnest(marked.ids) AS one ORDER BY one) AS windows
            """;

    private final Sql sql;

    FillingRepository(Sql sql) {
        this.sql = sql;
    }

    /** The first and the last moment in which anything was achieved. */
    @Introspected
    record Moments(Instant first, Instant last) {}

    /** A window that there is. */
    @Introspected
    record StartedWindow(
            ZoneId zone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            boolean expired) {}

    /** Where a window lies, under an id that tells it from the others. */
    record Target(
            long id,
            ZoneId zone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Instant finalizesAt) {}

    /** How many submissions count in windows in which they had not, and in which. */
    @Introspected
    record Marked(int submissions, List<Long> windows) {}

    /** Of what was achieved at a moment or later; null is since ever. Empty where nothing counts. */
    Optional<Moments> moments(int board, @Nullable Instant since) {
        return sql.of(MOMENTS).bind("board", board).bind("since", since).find(Moments.class);
    }

    List<StartedWindow> started(int board, WindowDefinition definition) {
        return sql.of(STARTED)
                .bind("board", board)
                .bind("definition", definition.id())
                .list(StartedWindow.class);
    }

    /**
     * The ids of those that any submission falls in.
     *
     * @param targets of one definition; of each zone in order of start
     */
    List<Long> hits(Leaderboard board, boolean ofZone, List<Target> targets) {
        return bind(sql.of(HITS), board, ofZone, targets).list(Long.class);
    }

    /** Lets every submission count in those of these windows that it falls in. */
    Marked mark(Leaderboard board, boolean ofZone, List<Target> targets) {
        return bind(sql.of(MARK), board, ofZone, targets).one(Marked.class);
    }

    private static Statement bind(Statement statement, Leaderboard board, boolean ofZone, List<Target> targets) {
        Reach reach = Reach.over(targets.stream().map(target -> new Reach(target.startsAt, target.endsAt)));
        return statement
                .bind("first", reach.startsAt())
                .bind("last", reach.endsAt())
                .bind("board", board.id())
                .bind("zoned", ofZone && board.hasZones())
                .bind("most", overlapping(targets))
                .bindArray("groupings", String.class, Counting.texts(board))
                .bindArray("ids", Long.class, column(targets, Target::id))
                .bindArray("zones", String.class, column(targets, target -> target.zone.getId()))
                .bindArray("starts", Instant.class, column(targets, Target::startsAt))
                .bindArray("ends", Instant.class, column(targets, Target::endsAt))
                .bindArray("finals", Instant.class, column(targets, Target::finalizesAt));
    }

    /** Most windows that any moment lies in. */
    private static int overlapping(List<Target> targets) {
        int most = 1;
        Deque<Target> open = new ArrayDeque<>();
        for (Target target : targets) {
            while (!open.isEmpty() && before(open.getFirst(), target)) {
                open.removeFirst();
            }
            open.addLast(target);
            most = Math.max(most, open.size());
        }
        return most;
    }

    private static boolean before(Target one, Target other) {
        return !one.zone.equals(other.zone)
                || (one.endsAt != null && !one.endsAt.isAfter(Objects.requireNonNull(other.startsAt)));
    }
}
