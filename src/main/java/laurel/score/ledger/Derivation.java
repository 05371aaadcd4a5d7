package laurel.score.ledger;

import laurel.score.entry.Entry;

/**
 * How an entry follows from the ledger: {@link Entry#combine} over what counted, in the order in which it took effect,
 * said in SQL. A row for each question and participant that had a submission counted: n and grouping (of the question),
 * window_id, participant_id, group_values (all that were named), score and subscore (numeric: a sum may leave 64 bits),
 * achieved_at, submission_id, metadata. What was removed by the moment of the question does not count, what was received
 * after it neither.
 *
 * <p>A question is a row of {@code asked (n, window_id, moment, grouping)}. Where groups have zones of their own, what
 * counts in a window is not the same in each of its groupings, and the question names the attributes of one: there counts
 * what named a group that has the window's zone. Null is whatever the window took.
 */
public final class Derivation {
    /** The questions of what stands after everything that was received or removed, for each of {@code :counting}. */
    public static final String AT_PRESENT = """
            SELECT n, window_id, '9999-12-31 UTC'::timestamptz AS moment, string_to_array(attributes, ',') AS grouping
            FROM unnest(:counting.windowId, :counting.attributes) WITH ORDINALITY AS counting (window_id, attributes, n)
            """;

    /** Followed by which of the submissions a question is about. */
    private static final String BEGIN = """
            SELECT f.n, f.window_id, f.grouping, f.participant_id, f.last_group AS group_values,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.score_sum ELSE f.score END AS score,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.subscore_sum ELSE f.subscore END AS subscore,
                   CASE f.update_mode WHEN 'INCREMENT' THEN f.latest ELSE f.achieved_at END AS achieved_at,
                   f.id AS submission_id, f.metadata
            FROM (
                SELECT c.*,
                       row_number() OVER (whose ORDER BY c.score_order, c.subscore_order, c.tie_order, c.number_order) AS place,
                       -- The last to say; where all keep the group that stands, the first has said it.
                       first_value(c.group_values) OVER (
                           whose ORDER BY c.keeps_group, CASE WHEN c.keeps_group THEN c.number ELSE -c.number END) AS last_group,
                       sum(c.score) OVER whose AS score_sum, sum(c.subscore) OVER whose AS subscore_sum,
                       max(c.achieved_at) OVER whose AS latest
                FROM (
                    SELECT asked.n, asked.grouping, w.id AS window_id, b.update_mode, s.*,
                           -- Which of them stands: of MAX and MIN the first of the best, else the last.
                           CASE b.update_mode WHEN 'MAX' THEN ~s.score WHEN 'MIN' THEN s.score ELSE 0 END AS score_order,
                           CASE b.update_mode WHEN 'MAX' THEN ~s.subscore WHEN 'MIN' THEN s.subscore ELSE 0 END
                               AS subscore_order,
                           CASE WHEN b.update_mode IN ('REPLACE', 'INCREMENT') OR b.tie_rule = 'ID' THEN 0
                                WHEN b.tie_rule = 'EARLIEST' THEN extract(epoch FROM s.achieved_at)
                                ELSE -extract(epoch FROM s.achieved_at) END AS tie_order,
                           CASE WHEN b.update_mode IN ('REPLACE', 'INCREMENT') THEN -s.number ELSE s.number END
                               AS number_order
                    FROM asked
                    JOIN leaderboard_window AS w ON w.id = asked.window_id
                    JOIN leaderboard AS b ON b.id = w.leaderboard_id
                    JOIN LATERAL (
                        SELECT l.id, l.participant_id, l.score, l.subscore, l.achieved_at, l.metadata, l.group_values,
                               l.keeps_group, l.received_at, l.removed_at,
                               -- The low part is given under the board's lock: the order in which they took effect.
                               l.id & ((1::bigint << 40) - 1) AS number
                        FROM score_submission AS l
            """;

    /** Those of a window; with OFFSET, so that it goes by the index whatever the planner believes of a new month. */
    private static final String IN_WINDOW = """
              AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
              -- A season may be ended before what has counted in it.
              AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
              AND w.id = ANY (l.window_ids)
            OFFSET 0
            """;

    private static final String END = """
                    ) AS s
                      ON s.received_at <= asked.moment AND coalesce(s.removed_at, 'infinity') > asked.moment
                         AND (s.score IS NOT NULL OR b.update_mode = 'REPLACE')
                    WHERE asked.grouping IS NULL OR NOT w.follows_time_zone
                       OR coalesce(group_override(b.group_overrides, group_of(s.group_values, asked.grouping), 'timeZone'),
                                   b.time_zone) = w.time_zone
                ) AS c
                WINDOW whose AS (PARTITION BY c.n, c.participant_id)
            ) AS f
            -- A null replaces what stood by nothing.
            WHERE f.place = 1 AND f.score IS NOT NULL
            """;

    /** Of {@code :participants} alone, in some windows. */
    static final String OF_PARTICIPANTS = BEGIN + """
            WHERE l.leaderboard_id = w.leaderboard_id AND l.participant_id = ANY (:participants)
            """ + IN_WINDOW + END;

    /** Of everybody, in some windows. */
    public static final String OF_ALL = BEGIN + "WHERE l.leaderboard_id = w.leaderboard_id\n" + IN_WINDOW + END;

    /** Of everybody, in so many windows of {@code :board} that its ledger is read once, within {@code :reach}. */
    public static final String OF_BOARD = BEGIN + """
            CROSS JOIN LATERAL unnest(l.window_ids) AS t (window_id)
            WHERE l.leaderboard_id = :board.id AND t.window_id = w.id
              AND l.achieved_at >= coalesce(:reach.startsAt::timestamptz, '-infinity')
              AND l.achieved_at < coalesce(:reach.endsAt::timestamptz, 'infinity')
            """ + END;

    private Derivation() {}
}
