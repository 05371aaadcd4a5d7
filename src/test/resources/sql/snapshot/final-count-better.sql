SELECT input.query_number, FALSE AS marked, (
    WITH RECURSIVE s (low, high) AS (
        SELECT 0::bigint, t.total
        UNION ALL
        SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high ELSE m.position - 1 END
        FROM s
        CROSS JOIN LATERAL (
            SELECT q.position::bigint AS position,
                   (q.sort_key, q.subscore_key, q.tie_key) < (input.score_sort, input.score_subscore,
                   '-9223372036854775808'::bigint) AS ahead
            FROM final_standing_7 AS q
            WHERE q.ranking_id = input.ranking_id
              AND q.revision = input.revision
              AND q.position = (s.low + s.high + 1) / 2
            OFFSET 0
        ) AS m
        WHERE s.low < s.high
    )
    SELECT max(low)
    FROM s
) AS total, 0::bigint AS participant_id, 0::numeric AS sort_key, 0::numeric AS subscore_key,
       '1970-01-01 UTC'::timestamptz AS achieved_at, NULL::jsonb AS metadata, 0 AS rank, 0 AS dense_rank,
       0 AS position, 0::double precision AS percent_rank, 0::double precision AS cume_dist
FROM unnest(:queryNumber, :input.ranking.ranking.id, :input.ranking.revision, :input.ranking.time,
       :input.ranking.entryCount, :input.sortKey, :input.subscoreKey) AS input (query_number, ranking_id, revision,
       moment, entry_count, score_sort, score_subscore)
CROSS JOIN LATERAL (
    SELECT input.entry_count::bigint AS total
) AS t
