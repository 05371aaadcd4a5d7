SELECT a.ask, FALSE AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.ranking.time, :asked.ranking.entryCount,
       :asked.percentile) AS a (ask, ranking_id, revision, moment, entry_count, percentile)
CROSS JOIN LATERAL (
    SELECT a.entry_count::bigint AS total
) AS t
CROSS JOIN LATERAL (
    SELECT max(rank) AS position
    FROM generate_series(floor(t.total - t.total * a.percentile / 100)::bigint - 1,
           floor(t.total - t.total * a.percentile / 100)::bigint + 1) AS rank
    WHERE rank BETWEEN 1 AND t.total
      AND (t.total = 1 OR (t.total - rank)::double precision * 100 / t.total >= a.percentile)
) AS p
CROSS JOIN LATERAL (
    SELECT round(q.cume_dist * t.total)::bigint AS position
    FROM final_standing_7 AS q
    WHERE q.ranking_id = a.ranking_id
      AND q.revision = a.revision
      AND q.position = p.position
    OFFSET 0
) AS last
CROSS JOIN LATERAL (
    SELECT *
    FROM final_standing_7 AS q
    WHERE q.ranking_id = a.ranking_id
      AND q.revision = a.revision
      AND q.position = last.position
    OFFSET 0
) AS q
