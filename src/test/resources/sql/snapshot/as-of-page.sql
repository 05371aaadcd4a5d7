WITH rankings AS MATERIALIZED (
    SELECT w.ranking_id, w.moment, r.window_id, r.app_id, r.leaderboard_id, r.group_values, r.sort_order, b.tie_rule,
           CASE
           WHEN (t.follows_time_zone
           AND (b.time_zone_attribute IS NOT NULL OR jsonb_path_exists(b.group_overrides,
           '$[*].timeZone'))) OR jsonb_path_exists(b.group_overrides, '$[*].updateMode') OR (t.kind = 'SEASON'
           AND jsonb_path_exists(b.seasons, '$[*].carryOver')) THEN ARRAY(
        SELECT jsonb_object_keys(r.group_values)
    ) END AS grouping
    FROM unnest(:past.ranking.id, :past.time) AS w (ranking_id, moment)
    JOIN ranking AS r ON r.id = w.ranking_id
    JOIN leaderboard_window AS t ON t.id = r.window_id
    JOIN leaderboard AS b ON b.id = t.leaderboard_id
), restricted AS MATERIALIZED (
    SELECT x.participant_id, b.leaderboard_id
    FROM (
        SELECT DISTINCT app_id, leaderboard_id
        FROM rankings
    ) AS b
    JOIN participant_restriction AS x ON x.app_id = b.app_id
      AND x.ended_at IS NULL
      AND coalesce(x.leaderboard_id, b.leaderboard_id) = b.leaderboard_id
), scopes AS MATERIALIZED (
    SELECT row_number() OVER () AS n, scope.*
    FROM (
        SELECT DISTINCT window_id, moment, grouping
        FROM rankings
    ) AS scope
), derived AS MATERIALIZED (
    SELECT f.n, f.window_id, f.grouping, f.participant_id, f.last_group AS group_values, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.score_sum ELSE f.score END AS score, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.subscore_sum ELSE f.subscore END AS subscore, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.latest ELSE f.achieved_at END AS achieved_at, f.id AS submission_id, f.metadata
    FROM (
        SELECT c.*,
               row_number() OVER (each ORDER BY c.group_move, c.score_order, c.subscore_order, c.tie_order,
               c.number_order) AS place,
               first_value(c.group_values) OVER (each ORDER BY c.keeps_group, c.group_order) AS last_group,
               sum(c.score) OVER each AS score_sum, sum(c.subscore) OVER each AS subscore_sum,
               max(c.achieved_at) FILTER (WHERE NOT c.group_move) OVER each AS latest
        FROM (
            SELECT scopes.n, scopes.grouping, w.id AS window_id, m.update_mode, s.*, CASE m.update_mode
                   WHEN 'MAX' THEN ~s.score WHEN 'MIN' THEN s.score WHEN 'REPLACE' THEN 0 WHEN 'INCREMENT' THEN 0
                   ELSE ('unknown mode ' || m.update_mode)::bigint END AS score_order, CASE m.update_mode
                   WHEN 'MAX' THEN ~s.subscore WHEN 'MIN' THEN s.subscore ELSE 0 END AS subscore_order, CASE
                   WHEN m.update_mode IN ('REPLACE', 'INCREMENT') OR b.tie_rule = 'ID' THEN 0
                   WHEN b.tie_rule = 'EARLIEST' THEN extract(epoch FROM s.achieved_at)
                   WHEN b.tie_rule = 'LATEST' THEN -extract(epoch FROM s.achieved_at)
                   ELSE ('unknown tie rule ' || b.tie_rule)::numeric END AS tie_order, CASE
                   WHEN m.update_mode IN ('REPLACE', 'INCREMENT') THEN -s.number ELSE s.number END AS number_order,
                   CASE WHEN s.keeps_group THEN s.number ELSE -s.number END AS group_order,
                   max(s.number) FILTER (WHERE NOT s.group_move) OVER modes AS last,
                   max(s.number) FILTER (WHERE m.update_mode = 'MAX' AND NOT s.group_move) OVER modes AS last_max,
                   max(s.number) FILTER (WHERE m.update_mode = 'MIN' AND NOT s.group_move) OVER modes AS last_min,
                   max(s.number) FILTER (WHERE m.update_mode = 'REPLACE'
                   AND NOT s.group_move) OVER modes AS last_replace,
                   max(s.number) FILTER (WHERE m.update_mode = 'INCREMENT'
                   AND NOT s.group_move) OVER modes AS last_increment
            FROM scopes
            JOIN leaderboard_window AS w ON w.id = scopes.window_id
            JOIN leaderboard AS b ON b.id = w.leaderboard_id
            JOIN LATERAL (
                SELECT l.id, l.participant_id, l.score, l.subscore, l.achieved_at, l.metadata, l.group_values,
                       l.keeps_group, l.carried_grouping, l.group_move, l.received_at, l.removed_at,
                       l.quarantine_times, l.id & ((1::bigint << 40) - 1) AS number
                FROM score_submission AS l
                WHERE l.leaderboard_id = w.leaderboard_id
                  AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
                  AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
                  AND w.id = ANY (l.window_ids)
                OFFSET 0
            ) AS s ON s.received_at <= scopes.moment
              AND coalesce(s.removed_at, 'infinity') > scopes.moment
              AND (s.quarantine_times IS NULL OR width_bucket(scopes.moment, s.quarantine_times) % 2 = 1)
              AND (s.carried_grouping IS NULL OR s.carried_grouping @> scopes.grouping
                     AND s.carried_grouping <@ scopes.grouping)
            CROSS JOIN LATERAL (
                SELECT CASE WHEN scopes.grouping IS NULL THEN b.update_mode
                       ELSE coalesce(group_override(b.group_overrides, group_of(s.group_values, scopes.grouping),
                       'updateMode'), b.update_mode) END AS update_mode
                OFFSET 0
            ) AS m
            WHERE (s.score IS NOT NULL OR m.update_mode = 'REPLACE' OR s.group_move)
              AND (scopes.grouping IS NULL OR NOT s.group_move OR s.group_values ?& scopes.grouping)
              AND (scopes.grouping IS NULL OR NOT w.follows_time_zone OR group_time_zone(b,
                     group_of(s.group_values, scopes.grouping)) = w.time_zone)
              AND NOT EXISTS (
                SELECT
                FROM score_removal AS r
                WHERE r.window_id = w.id
                  AND r.participant_id = s.participant_id
                  AND r.number > s.number
                  AND r.removed_at <= scopes.moment
                  AND coalesce(r.restored_at, 'infinity') > scopes.moment
            )
            WINDOW modes AS (PARTITION BY scopes.n, s.participant_id ORDER BY s.keeps_group, CASE
                   WHEN s.keeps_group THEN s.number ELSE -s.number END ROWS BETWEEN UNBOUNDED PRECEDING
                   AND UNBOUNDED FOLLOWING)
        ) AS c
        WHERE c.number > coalesce(greatest(nullif(c.last_max, c.last), nullif(c.last_min, c.last),
               nullif(c.last_replace, c.last), nullif(c.last_increment, c.last)), 0)
          AND (NOT c.group_move OR c.last = CASE c.update_mode WHEN 'MAX' THEN c.last_max WHEN 'MIN' THEN c.last_min
                 WHEN 'REPLACE' THEN c.last_replace WHEN 'INCREMENT' THEN c.last_increment END)
        WINDOW each AS (PARTITION BY c.n, c.participant_id)
    ) AS f
    WHERE f.place = 1
      AND f.score IS NOT NULL
), past AS MATERIALIZED (
    SELECT w.ranking_id, w.moment, d.participant_id, k.sort_key, k.subscore_key, k.tie_key, d.achieved_at, d.metadata,
           rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
           percent_rank() OVER scores AS percent_rank, cume_dist() OVER scores AS cume_dist,
           row_number() OVER places AS position
    FROM rankings AS w
    JOIN scopes AS s ON s.window_id = w.window_id
      AND s.moment = w.moment
      AND s.grouping IS NOT DISTINCT
    FROM w.grouping
    JOIN derived AS d ON d.n = s.n
      AND d.group_values @> w.group_values
    JOIN participant AS p ON p.id = d.participant_id
    CROSS JOIN LATERAL (
        SELECT sort_key(d.score::numeric, w.sort_order) AS sort_key,
               sort_key(d.subscore::numeric, w.sort_order) AS subscore_key,
               tie_key(d.achieved_at, w.tie_rule) AS tie_key, id_key(p.entity_type, p.external_id) AS id_key
    ) AS k
    WHERE (d.participant_id, w.leaderboard_id) NOT IN (
        SELECT x.participant_id, x.leaderboard_id
        FROM restricted AS x
    )
    WINDOW scores AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key),
           places AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key, k.tie_key, k.id_key)
)
SELECT input.query_number, q.position < p.start AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:queryNumber, :input.ranking.ranking.id, :input.ranking.revision, :input.ranking.time,
       :input.ranking.entryCount, :input.page.size, :input.page.from, :input.keyRange.after.sortKey,
       :input.keyRange.after.subscoreKey, :input.keyRange.after.tieKey, :input.keyRange.after.idKey,
       :input.keyRange.before.sortKey, :input.keyRange.before.subscoreKey, :input.keyRange.before.tieKey,
       :input.keyRange.before.idKey, :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost) AS input (query_number,
       ranking_id, revision, moment, entry_count, size, start, low_sort, low_subscore, low_tie, low_id, high_sort,
       high_subscore, high_tie, high_id, rank_at_least, rank_at_most)
CROSS JOIN LATERAL (
    SELECT count(*) AS total
    FROM past AS q
    WHERE q.ranking_id = input.ranking_id
      AND q.moment = input.moment
) AS t
CROSS JOIN LATERAL (
    SELECT greatest(CASE
           WHEN (input.low_sort, input.low_subscore, input.low_tie) = ('-9223372036854775808'::bigint,
           '-9223372036854775808'::bigint, '-9223372036854775808'::bigint) THEN 0 ELSE (
        SELECT count(*)
        FROM past AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.moment = input.moment
          AND (q.sort_key, q.subscore_key, q.tie_key) <= (input.low_sort, input.low_subscore, input.low_tie)
    ) END, CASE WHEN input.rank_at_least IS NULL OR input.rank_at_least <= 1 THEN 0
           WHEN input.rank_at_least > t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM past AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.moment = input.moment
          AND q.position = input.rank_at_least - 1
    ) END) AS low,
           least(CASE
           WHEN (input.high_sort, input.high_subscore, input.high_tie) = (9223372036854775807, 9223372036854775807,
           9223372036854775807) THEN t.total ELSE (
        SELECT count(*)
        FROM past AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.moment = input.moment
          AND (q.sort_key, q.subscore_key, q.tie_key) < (input.high_sort, input.high_subscore, input.high_tie)
    ) END, CASE WHEN input.rank_at_most IS NULL OR input.rank_at_most >= t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM past AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.moment = input.moment
          AND q.position = input.rank_at_most
    ) END) AS high
    OFFSET 0
) AS b
CROSS JOIN LATERAL (
    SELECT greatest(b.low + 1, input.start) AS start
    OFFSET 0
) AS p
CROSS JOIN LATERAL (
    SELECT *
    FROM past AS q
    WHERE q.ranking_id = input.ranking_id
      AND q.moment = input.moment
      AND q.position BETWEEN greatest(b.low + 1, least(p.start - 1, b.high)) AND least(b.high, p.start + input.size)
    OFFSET 0
) AS q
