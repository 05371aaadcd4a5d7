WITH wanted AS MATERIALIZED (
    SELECT w.ranking_id, w.moment, r.window_id, r.group_values, r.sort_order, b.tie_rule, CASE WHEN t.of_zone
           AND jsonb_path_exists(b.group_overrides, '$[*].zone') THEN ARRAY(
        SELECT jsonb_object_keys(r.group_values)
    ) END AS grouping
    FROM unnest(:past.ranking.id, :past.time) AS w (ranking_id, moment)
    JOIN ranking AS r ON r.id = w.ranking_id
    JOIN leaderboard_window AS t ON t.id = r.window_id
    JOIN leaderboard AS b ON b.id = t.leaderboard_id
), asked AS MATERIALIZED (
    SELECT row_number() OVER () AS n, one.*
    FROM (
        SELECT DISTINCT window_id, moment, grouping
        FROM wanted
    ) AS one
), derived AS MATERIALIZED (
    SELECT f.n, f.window_id, f.grouping, f.participant_id, f.last_group AS group_values, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.score_sum ELSE f.score END AS score, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.subscore_sum ELSE f.subscore END AS subscore, CASE f.update_mode
           WHEN 'INCREMENT' THEN f.latest ELSE f.achieved_at END AS achieved_at, f.id AS submission_id, f.metadata
    FROM (
        SELECT c.*,
               row_number() OVER (each ORDER BY c.score_order, c.subscore_order, c.tie_order, c.number_order) AS place,
               first_value(c.group_values) OVER (each ORDER BY c.keeps_group, CASE WHEN c.keeps_group THEN c.number
               ELSE -c.number END) AS last_group, sum(c.score) OVER each AS score_sum,
               sum(c.subscore) OVER each AS subscore_sum, max(c.achieved_at) OVER each AS latest
        FROM (
            SELECT asked.n, asked.grouping, w.id AS window_id, b.update_mode, s.*, CASE b.update_mode
                   WHEN 'MAX' THEN ~s.score WHEN 'MIN' THEN s.score ELSE 0 END AS score_order, CASE b.update_mode
                   WHEN 'MAX' THEN ~s.subscore WHEN 'MIN' THEN s.subscore ELSE 0 END AS subscore_order, CASE
                   WHEN b.update_mode IN ('REPLACE', 'INCREMENT') OR b.tie_rule = 'ID' THEN 0
                   WHEN b.tie_rule = 'EARLIEST' THEN extract(epoch FROM s.achieved_at)
                   ELSE -extract(epoch FROM s.achieved_at) END AS tie_order, CASE
                   WHEN b.update_mode IN ('REPLACE', 'INCREMENT') THEN -s.number ELSE s.number END AS number_order
            FROM asked
            JOIN leaderboard_window AS w ON w.id = asked.window_id
            JOIN leaderboard AS b ON b.id = w.leaderboard_id
            JOIN LATERAL (
                SELECT l.id, l.participant_id, l.score, l.subscore, l.achieved_at, l.metadata, l.group_values,
                       l.keeps_group, l.received_at, l.removed_at, l.id & ((1::bigint << 40) - 1) AS number
                FROM score_submission AS l
                WHERE l.leaderboard_id = w.leaderboard_id
                  AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
                  AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
                  AND w.id = ANY (l.window_ids)
                OFFSET 0
            ) AS s ON s.received_at <= asked.moment
              AND coalesce(s.removed_at, 'infinity') > asked.moment
              AND (s.score IS NOT NULL OR b.update_mode = 'REPLACE')
            WHERE asked.grouping IS NULL OR NOT w.of_zone OR coalesce(group_override(b.group_overrides,
                   group_of(s.group_values, asked.grouping), 'zone'), b.zone) = w.zone
        ) AS c
        WINDOW each AS (PARTITION BY c.n, c.participant_id)
    ) AS f
    WHERE f.place = 1
      AND f.score IS NOT NULL
), past AS MATERIALIZED (
    SELECT w.ranking_id, w.moment, d.participant_id, k.*, d.achieved_at, d.metadata, rank() OVER scores AS rank,
           dense_rank() OVER scores AS dense_rank, percent_rank() OVER scores AS percent_rank,
           cume_dist() OVER scores AS cume_dist, row_number() OVER places AS position
    FROM wanted AS w
    JOIN asked AS a ON a.window_id = w.window_id
      AND a.moment = w.moment
      AND a.grouping IS NOT DISTINCT
    FROM w.grouping
    JOIN derived AS d ON d.n = a.n
      AND d.group_values @> w.group_values
    CROSS JOIN LATERAL (
        SELECT sort_key(d.score::numeric, w.sort_order) AS sort_key,
               sort_key(d.subscore::numeric, w.sort_order) AS subscore_key,
               tie_key(d.achieved_at, w.tie_rule) AS tie_key
    ) AS k
    WINDOW scores AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key),
           places AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key, k.tie_key,
           d.participant_id)
)
SELECT a.ask, q.position < p.start AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.ranking.time, :asked.ranking.entryCount,
       :asked.page.size, :asked.page.from, :asked.keyRange.after.sortKey, :asked.keyRange.after.subscoreKey,
       :asked.keyRange.after.tieKey, :asked.keyRange.after.participantId, :asked.keyRange.before.sortKey,
       :asked.keyRange.before.subscoreKey, :asked.keyRange.before.tieKey, :asked.keyRange.before.participantId,
       :asked.keyRange.rankAtLeast, :asked.keyRange.rankAtMost) AS a (ask, ranking_id, revision, moment, entry_count,
       size, start, low_sort, low_subscore, low_tie, low_participant, high_sort, high_subscore, high_tie,
       high_participant, rank_at_least, rank_at_most)
CROSS JOIN LATERAL (
    SELECT count(*) AS total
    FROM past AS q
    WHERE q.ranking_id = a.ranking_id
      AND q.moment = a.moment
) AS t
CROSS JOIN LATERAL (
    SELECT greatest((
        SELECT count(*)
        FROM past AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.moment = a.moment
          AND (q.sort_key, q.subscore_key, q.tie_key, q.participant_id) <= (a.low_sort, a.low_subscore, a.low_tie,
                 a.low_participant)
    ), CASE WHEN a.rank_at_least IS NULL OR a.rank_at_least <= 1 THEN 0 WHEN a.rank_at_least > t.total THEN t.total
           ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM past AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.moment = a.moment
          AND q.position = a.rank_at_least - 1
    ) END) AS low, least((
        SELECT count(*)
        FROM past AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.moment = a.moment
          AND (q.sort_key, q.subscore_key, q.tie_key, q.participant_id) < (a.high_sort, a.high_subscore, a.high_tie,
                 a.high_participant)
    ), CASE WHEN a.rank_at_most IS NULL OR a.rank_at_most >= t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM past AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.moment = a.moment
          AND q.position = a.rank_at_most
    ) END) AS high
    OFFSET 0
) AS b
CROSS JOIN LATERAL (
    SELECT greatest(b.low + 1, a.start) AS start
    OFFSET 0
) AS p
CROSS JOIN LATERAL (
    SELECT *
    FROM past AS q
    WHERE q.ranking_id = a.ranking_id
      AND q.moment = a.moment
      AND q.position BETWEEN greatest(b.low + 1, least(p.start - 1, b.high)) AND least(b.high, p.start + a.size)
    OFFSET 0
) AS q
