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
import org.jspecify.annotations.Nullable;

/** Finds the windows of submissions in the ledger, and adds the submissions to them. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface BackfillRepository extends SqlRepository {
    /** The first and the last {@code achievedAt} of submissions. */
    @Introspected
    record AchievedRange(Instant first, Instant last) {}

    /**
     * Empty if no submission counts.
     *
     * @param since null for all submissions
     */
    @Query("""
            SELECT min(achieved_at) AS first, max(achieved_at) AS last FROM score_submission
            WHERE leaderboard_id = :board AND removed_at IS NULL AND carried_from IS NULL AND NOT group_move
              AND achieved_at >= coalesce(:since::timestamptz, '-infinity')
            HAVING count(*) > 0
            """)
    Optional<AchievedRange> achievedRange(int board, @Nullable Instant since);

    /** An existing window. */
    @Introspected
    record ExistingWindow(
            ZoneId timeZone,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            boolean expired) {}

    @Query("""
            SELECT time_zone, starts_at, ends_at, expired_at IS NOT NULL AS expired FROM leaderboard_window
            WHERE leaderboard_id = :board AND definition = :definition
            """)
    List<ExistingWindow> existing(int board, String definition);

    /**
     * The windows in which each submission would have counted if they had been open when it was received. For each time
     * zone the bounds are arrays, in which a binary search finds the newest window that had started.
     */
    String MATCHES = """
            WITH bounds AS MATERIALIZED (
                SELECT w.time_zone, array_agg(w.id ORDER BY w.n) AS ids,
                       array_agg(coalesce(w.starts_at, '-infinity') ORDER BY w.n) AS starts,
                       array_agg(coalesce(w.ends_at, 'infinity') ORDER BY w.n) AS ends,
                       array_agg(coalesce(w.finalizes_at, 'infinity') ORDER BY w.n) AS finals,
                       array_agg(coalesce(w.present_at, '-infinity') ORDER BY w.n) AS presents
                FROM unnest(:targets.list.id, :targets.list.timeZone, :targets.list.startsAt, :targets.list.endsAt,
                            :targets.list.finalizesAt, :targets.list.presentAt) WITH ORDINALITY
                     AS w (id, time_zone, starts_at, ends_at, finalizes_at, present_at, n)
                GROUP BY w.time_zone
            ), matches AS (
                SELECT l.id, l.window_ids, NOT l.group_move AND coalesce(cardinality(l.quarantine_times) % 2 = 1, true) AS counts,
                       l.group_move, b.ids[c.n] AS window_id
                FROM bounds AS b
                CROSS JOIN leaderboard AS board
                JOIN score_submission AS l ON l.leaderboard_id = :targets.board.id
                CROSS JOIN LATERAL width_bucket(l.achieved_at, b.starts) AS newest
                -- At most this many windows overlap.
                CROSS JOIN LATERAL generate_series(greatest(newest - :targets.overlapping + 1, 1), newest) AS c (n)
                WHERE board.id = :targets.board.id AND l.removed_at IS NULL AND l.carried_from IS NULL
                  -- Moves to other groups count in the windows of submissions.
                  AND (l.score IS NOT NULL OR l.group_move OR board.update_mode = 'REPLACE'
                       OR jsonb_path_exists(board.group_overrides, '$[*] ? (@.updateMode == "REPLACE")'))
                  AND l.achieved_at >= coalesce(:targets.range.startsAt::timestamptz, '-infinity')
                  AND l.achieved_at < coalesce(:targets.range.endsAt::timestamptz, 'infinity')
                  AND l.achieved_at < b.ends[c.n] AND (l.board_time < b.finals[c.n] OR l.corrects_final)
                  AND CASE l.window_scope WHEN 'PRESENT' THEN l.achieved_at >= b.presents[c.n]
                                          WHEN 'LATER' THEN l.achieved_at < b.presents[c.n] ELSE true END
                  -- What was achieved after the start of a season, but received before it began, counts in the previous one.
                  AND (NOT :targets.ofSeasons OR NOT EXISTS (
                      SELECT FROM leaderboard_window AS o
                      WHERE o.id = ANY (l.window_ids) AND o.leaderboard_id = l.leaderboard_id AND o.kind = 'SEASON'
                        AND coalesce(o.starts_at, '-infinity') <> b.starts[c.n]))
                  AND (NOT :targets.byGroupTimeZone OR EXISTS (
                      SELECT FROM unnest(:targets.groupings) AS g (attributes)
                      WHERE group_time_zone(board, group_of(l.group_values, string_to_array(g.attributes, ',')))
                            = b.time_zone))
            )
            """;

    /** Returns the ids of windows with at least one submission, which may be quarantined. */
    @Query(MATCHES + "SELECT DISTINCT window_id FROM matches WHERE NOT group_move")
    List<Long> withSubmissions(BackfillTargets targets);

    /**
     * Submissions that were added to windows.
     *
     * @param submissionCount counts a submission once for each window
     * @param windows         the windows with added submissions
     */
    @Introspected
    record AddedSubmissions(int submissionCount, List<Long> windows) {}

    /** Adds every submission to its windows, also quarantined ones, which count there once they are approved. */
    @Query(MATCHES + """
            , missing AS (
                SELECT id, counts, array_agg(window_id ORDER BY window_id) AS ids FROM matches
                WHERE window_id <> ALL (window_ids)
                GROUP BY id, counts
            ), added AS (
                UPDATE score_submission AS s SET window_ids = s.window_ids || missing.ids FROM missing WHERE s.id = missing.id
                RETURNING missing.ids, missing.counts
            )
            SELECT (SELECT coalesce(sum(cardinality(ids)), 0) FROM added WHERE counts) AS submission_count,
                   ARRAY(SELECT DISTINCT one FROM added CROSS JOIN unnest(added.ids) AS one WHERE counts
                         ORDER BY one) AS windows
            """)
    AddedSubmissions add(BackfillTargets targets);
}
