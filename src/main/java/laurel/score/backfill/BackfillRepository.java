package laurel.score.backfill;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import laurel.database.sql.SqlRepository;
import laurel.score.submission.TargetWindows;
import org.jspecify.annotations.Nullable;

/** Finds which windows the ledger's submissions fall in, and lets them count there. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface BackfillRepository extends SqlRepository {
    /** The first and the last moment in which anything was achieved. */
    @Introspected
    record Moments(Instant first, Instant last) {}

    /** Of what was achieved at a moment or later; null is since ever. Empty where nothing counts. */
    @Query("""
            SELECT min(achieved_at) AS first, max(achieved_at) AS last FROM score_submission
            WHERE leaderboard_id = :board AND removed_at IS NULL AND carried_from IS NULL
              AND achieved_at >= coalesce(:since::timestamptz, '-infinity')
            HAVING count(*) > 0
            """)
    Optional<Moments> moments(int board, @Nullable Instant since);

    /** A window that there is. */
    @Introspected
    record StartedWindow(
            ZoneId zone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            boolean expired) {}

    @Query("""
            SELECT time_zone AS zone, starts_at, ends_at, expired_at IS NOT NULL AS expired FROM leaderboard_window
            WHERE leaderboard_id = :board AND definition = :definition
            """)
    List<StartedWindow> started(int board, String definition);

    /**
     * Which submission falls in which of these windows, had they been there when it was received: the same rule. For each
     * zone the bounds are arrays, in which the newest window that has started by a moment is found by bisection.
     */
    String FALLS = """
            WITH bounds AS MATERIALIZED (
                SELECT w.zone, array_agg(w.id ORDER BY w.n) AS ids,
                       array_agg(coalesce(w.starts_at, '-infinity') ORDER BY w.n) AS starts,
                       array_agg(coalesce(w.ends_at, 'infinity') ORDER BY w.n) AS ends,
                       array_agg(coalesce(w.finalizes_at, 'infinity') ORDER BY w.n) AS finals
                FROM unnest(:targets.list.id, :targets.list.zone, :targets.list.startsAt, :targets.list.endsAt,
                            :targets.list.finalizesAt) WITH ORDINALITY
                     AS w (id, zone, starts_at, ends_at, finalizes_at, n)
                GROUP BY w.zone
            ), falls AS (
                SELECT l.id, l.window_ids, b.ids[c.n] AS window_id
                FROM bounds AS b
                CROSS JOIN leaderboard AS board
                JOIN score_submission AS l ON l.leaderboard_id = :targets.board.id
                CROSS JOIN LATERAL width_bucket(l.achieved_at, b.starts) AS newest
                -- No more than so many lie over each other.
                CROSS JOIN LATERAL generate_series(greatest(newest - :targets.overlapping + 1, 1), newest) AS c (n)
                WHERE board.id = :targets.board.id AND l.removed_at IS NULL AND l.carried_from IS NULL
                  AND (l.score IS NOT NULL OR board.update_mode = 'REPLACE')
                  AND l.achieved_at >= coalesce(:targets.reach.startsAt::timestamptz, '-infinity')
                  AND l.achieved_at < coalesce(:targets.reach.endsAt::timestamptz, 'infinity')
                  AND l.achieved_at < b.ends[c.n] AND l.board_time < b.finals[c.n]
                  AND (NOT :targets.zoned OR EXISTS (
                      SELECT FROM unnest(:targets.groupings) AS g (attributes)
                      WHERE coalesce(group_override(board.group_overrides,
                                                    group_of(l.group_values, string_to_array(g.attributes, ',')), 'timeZone'),
                                     board.time_zone) = b.zone))
            )
            """;

    /** The ids of those that any submission falls in. */
    @Query(FALLS + "SELECT DISTINCT window_id FROM falls")
    List<Long> hits(TargetWindows targets);

    /** How many submissions were added to windows, once for each window, and to which windows. */
    @Introspected
    record Marked(int submissions, List<Long> windows) {}

    /** Lets every submission count in those of these windows that it falls in. */
    @Query(FALLS + """
            , added AS (
                SELECT id, array_agg(window_id ORDER BY window_id) AS ids FROM falls
                WHERE window_id <> ALL (window_ids)
                GROUP BY id
            ), marked AS (
                UPDATE score_submission AS s SET window_ids = s.window_ids || added.ids FROM added WHERE s.id = added.id
                RETURNING added.ids
            )
            SELECT (SELECT coalesce(sum(cardinality(ids)), 0) FROM marked) AS submissions,
                   ARRAY(SELECT DISTINCT one FROM marked CROSS JOIN unnest(marked.ids) AS one ORDER BY one) AS windows
            """)
    Marked mark(TargetWindows targets);
}
