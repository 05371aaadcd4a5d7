package laurel.score.ledger;

import laurel.score.entry.Entry;

/**
 * SQL that derives entries from the ledger: {@link Entry#combine} over the submissions in the order in which they took
 * effect. Moves of a participant to another group are rows without a score, which set the group as a submission does. The
 * result has a row for each row of {@code scopes} and each participant with a counted submission: n and
 * grouping (of {@code scopes}), window_id, participant_id, group_values (of all attributes), score and subscore (numeric,
 * because a sum may exceed 64 bits), achieved_at, submission_id, metadata. Submissions that were removed until the moment
 * of the row, or received after it, do not count; nor do quarantined ones, unless they are approved at that moment. While a
 * removal of an entry holds ({@code score_removal}), neither do the submissions that took effect before it in its window.
 *
 * <p>The table {@code scopes} has the columns n, window_id, moment and grouping. If groups have time zones or update modes of
 * their own, or if a season carries scores over, each grouping is derived separately, and {@code grouping} has the attributes
 * of one of them: it counts submissions whose group has the time zone of the window, by the update mode of their group, and
 * carried scores of this grouping. If it is null, every submission of the window counts, by the update mode of the leaderboard.
 *
 * <p>A submission to a group with another update mode than that of the submission before replaces the entry, so the entry
 * follows from the last submissions with the same mode.
 *
 * <p>An update mode or tie rule without a case is an error: the cast of a text that is not a number fails.
 */
public final class Derivation {
    /** The rows of {@code scopes} for the present, for each {@link DerivationScope} of {@code :scopes}. */
    public static final String AT_PRESENT = """
            SELECT n, window_id, '9999-12-31 UTC'::timestamptz AS moment, string_to_array(attributes, ',') AS grouping
            FROM unnest(:scopes.windowId, :scopes.attributes) WITH ORDINALITY AS scopes (window_id, attributes, n)
            """;

    /** The condition that selects submissions follows. */
    private static final String BEGIN = """
            SELECT f.n, f.window_id, f.grouping, f.participant_id, f.last_group AS group_values,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.score_sum ELSE f.score END AS score,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.subscore_sum ELSE f.subscore END AS subscore,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.latest ELSE f.achieved_at END AS achieved_at,
                   f.id AS submission_id, f.metadata
            FROM (
                SELECT c.*,
                       row_number() OVER (each ORDER BY c.group_move, c.score_order, c.subscore_order, c.tie_order,
                                               c.number_order) AS place,
                       -- The group of the last submission or move that sets one; if all keep the current group, of the first.
                       first_value(c.group_values) OVER (each ORDER BY c.keeps_group, c.group_order) AS last_group,
                       sum(c.score) OVER each AS score_sum, sum(c.subscore) OVER each AS subscore_sum,
                       max(c.achieved_at) FILTER (WHERE NOT c.group_move) OVER each AS latest
                FROM (
                    SELECT scopes.n, scopes.grouping, w.id AS window_id, m.update_mode, s.*,
                           -- With MAX and MIN the first of the best submissions determines the entry, otherwise the last.
                           CASE m.update_mode WHEN 'MAX' THEN ~s.score WHEN 'MIN' THEN s.score WHEN 'REPLACE' THEN 0
                                              WHEN 'INCREMENT' THEN 0
                                              ELSE ('unknown mode ' || m.update_mode)::bigint END AS score_order,
                           CASE m.update_mode WHEN 'MAX' THEN ~s.subscore WHEN 'MIN' THEN s.subscore ELSE 0 END
                               AS subscore_order,
                           CASE WHEN m.update_mode IN ('REPLACE', 'INCREMENT') OR b.tie_rule = 'ID' THEN 0
                                WHEN b.tie_rule = 'EARLIEST' THEN extract(epoch FROM s.achieved_at)
                                WHEN b.tie_rule = 'LATEST' THEN -extract(epoch FROM s.achieved_at)
                                ELSE ('unknown tie rule ' || b.tie_rule)::numeric END AS tie_order,
                           CASE WHEN m.update_mode IN ('REPLACE', 'INCREMENT') THEN -s.number ELSE s.number END
                               AS number_order,
                           CASE WHEN s.keeps_group THEN s.number ELSE -s.number END AS group_order,
                           -- Moves have no mode of their own.
                           max(s.number) FILTER (WHERE NOT s.group_move) OVER modes AS last,
                           max(s.number) FILTER (WHERE m.update_mode = 'MAX' AND NOT s.group_move) OVER modes AS last_max,
                           max(s.number) FILTER (WHERE m.update_mode = 'MIN' AND NOT s.group_move) OVER modes AS last_min,
                           max(s.number) FILTER (WHERE m.update_mode = 'REPLACE' AND NOT s.group_move) OVER modes AS last_replace,
                           max(s.number) FILTER (WHERE m.update_mode = 'INCREMENT' AND NOT s.group_move)
                               OVER modes AS last_increment
                    FROM scopes
                    JOIN leaderboard_window AS w ON w.id = scopes.window_id
                    JOIN leaderboard AS b ON b.id = w.leaderboard_id
                    JOIN LATERAL (
                        SELECT l.id, l.participant_id, l.score, l.subscore, l.achieved_at, l.metadata, l.group_values,
                               l.keeps_group, l.carried_grouping, l.group_move, l.received_at, l.removed_at,
                               l.quarantine_times,
                               -- Assigned under the lock of the leaderboard: the order in which submissions took effect.
                               l.id & ((1::bigint << 40) - 1) AS number
                        FROM score_submission AS l
            """;

    /** Submissions of a window. OFFSET makes this an index look-up, regardless of the statistics of a new partition. */
    private static final String IN_WINDOW = """
              AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
              -- A season may end before a submission that has counted in it.
              AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
              AND w.id = ANY (l.window_ids)
            OFFSET 0
            """;

    private static final String END = """
                    ) AS s
                      ON s.received_at <= scopes.moment AND coalesce(s.removed_at, 'infinity') > scopes.moment
                         -- Quarantined: the number of times until the moment is odd while it counts.
                         AND (s.quarantine_times IS NULL OR width_bucket(scopes.moment, s.quarantine_times) % 2 = 1)
                         AND (s.carried_grouping IS NULL
                              OR s.carried_grouping @> scopes.grouping AND s.carried_grouping <@ scopes.grouping)
                    CROSS JOIN LATERAL (
                        -- OFFSET computes it once for each submission.
                        SELECT CASE WHEN scopes.grouping IS NULL THEN b.update_mode
                                    ELSE coalesce(group_override(b.group_overrides, group_of(s.group_values, scopes.grouping),
                                                                 'updateMode'), b.update_mode) END AS update_mode
                        OFFSET 0
                    ) AS m
                    WHERE (s.score IS NOT NULL OR m.update_mode = 'REPLACE' OR s.group_move)
                      -- A move has the values of the entries that moved, not of others.
                      AND (scopes.grouping IS NULL OR NOT s.group_move OR s.group_values ?& scopes.grouping)
                      AND (scopes.grouping IS NULL OR NOT w.follows_time_zone
                           OR group_time_zone(b, group_of(s.group_values, scopes.grouping)) = w.time_zone)
                      -- What took effect before its entry was removed does not count.
                      AND NOT EXISTS (
                          SELECT FROM score_removal AS r
                          WHERE r.window_id = w.id AND r.participant_id = s.participant_id AND r.number > s.number
                            AND r.removed_at <= scopes.moment AND coalesce(r.restored_at, 'infinity') > scopes.moment)
                    -- The order is that of the next window, which then needs no sort of its own.
                    WINDOW modes AS (PARTITION BY scopes.n, s.participant_id
                                     ORDER BY s.keeps_group, CASE WHEN s.keeps_group THEN s.number ELSE -s.number END
                                     ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
                ) AS c
                -- Submissions after the last one of another update mode.
                WHERE c.number > coalesce(greatest(nullif(c.last_max, c.last), nullif(c.last_min, c.last),
                                                   nullif(c.last_replace, c.last), nullif(c.last_increment, c.last)), 0)
                  -- Entries do not move to groups of another update mode.
                  AND (NOT c.group_move OR c.last = CASE c.update_mode
                      WHEN 'MAX' THEN c.last_max WHEN 'MIN' THEN c.last_min WHEN 'REPLACE' THEN c.last_replace
                      WHEN 'INCREMENT' THEN c.last_increment END)
                WINDOW each AS (PARTITION BY c.n, c.participant_id)
            ) AS f
            -- With REPLACE, a null score removes the entry.
            WHERE f.place = 1 AND f.score IS NOT NULL
            """;

    /** Derives the entries of {@code :participants}. */
    static final String OF_PARTICIPANTS = BEGIN + """
            WHERE l.leaderboard_id = w.leaderboard_id AND l.participant_id = ANY (:participants)
            """ + IN_WINDOW + END;

    /** Derives the entries of all participants. */
    public static final String OF_ALL = BEGIN + "WHERE l.leaderboard_id = w.leaderboard_id\n" + IN_WINDOW + END;

    /** Derives the entries of all participants in many windows of {@code :board}: reads its ledger once, in {@code :range}. */
    public static final String OF_BOARD = BEGIN + """
            CROSS JOIN LATERAL unnest(l.window_ids) AS t (window_id)
            WHERE l.leaderboard_id = :board.id AND t.window_id = w.id
              AND l.achieved_at >= coalesce(:range.startsAt::timestamptz, '-infinity')
              AND l.achieved_at < coalesce(:range.endsAt::timestamptz, 'infinity')
            """ + END;

    private Derivation() {}
}
