SELECT input.query_number, FALSE AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:queryNumber, :input.ranking.ranking.id, :input.ranking.revision, :input.ranking.time,
       :input.ranking.entryCount, :input.percentile) AS input (query_number, ranking_id, revision, moment, entry_count,
       percentile)
CROSS JOIN LATERAL (
    SELECT input.entry_count::bigint AS total
) AS t
CROSS JOIN LATERAL (
    SELECT max(rank) AS position
    FROM generate_series(floor(t.total - t.total * input.percentile / 100)::bigint - 1,
           floor(t.total - t.total * input.percentile / 100)::bigint + 1) AS rank
    WHERE rank BETWEEN 1 AND t.total
      AND (t.total = 1 OR (t.total - rank)::double precision * 100 / t.total >= input.percentile)
) AS p
CROSS JOIN LATERAL (
    SELECT round(q.cume_dist * t.total)::bigint AS position
    FROM final_standing_7 AS q
    WHERE q.ranking_id = input.ranking_id
      AND q.revision = input.revision
      AND q.position = p.position
    OFFSET 0
) AS last
CROSS JOIN LATERAL (
    SELECT *
    FROM final_standing_7 AS q
    WHERE q.ranking_id = input.ranking_id
      AND q.revision = input.revision
      AND q.position = last.position
    OFFSET 0
) AS q
