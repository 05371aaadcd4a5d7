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
    SELECT input.entry_count::bigint AS total
) AS t
CROSS JOIN LATERAL (
    SELECT greatest(CASE
           WHEN (input.low_sort, input.low_subscore, input.low_tie) = ('-9223372036854775808'::bigint,
           '-9223372036854775808'::bigint, '-9223372036854775808'::bigint) THEN 0 ELSE (
        WITH RECURSIVE s (low, high) AS (
            SELECT 0::bigint, t.total
            UNION ALL
            SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high
                   ELSE m.position - 1 END
            FROM s
            CROSS JOIN LATERAL (
                SELECT q.position::bigint AS position,
                       (q.sort_key, q.subscore_key, q.tie_key) <= (input.low_sort, input.low_subscore,
                       input.low_tie) AS ahead
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
    ) END, CASE WHEN input.rank_at_least IS NULL OR input.rank_at_least <= 1 THEN 0
           WHEN input.rank_at_least > t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM final_standing_7 AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.revision = input.revision
          AND q.position = input.rank_at_least - 1
    ) END) AS low,
           least(CASE
           WHEN (input.high_sort, input.high_subscore, input.high_tie) = (9223372036854775807, 9223372036854775807,
           9223372036854775807) THEN t.total ELSE (
        WITH RECURSIVE s (low, high) AS (
            SELECT 0::bigint, t.total
            UNION ALL
            SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high
                   ELSE m.position - 1 END
            FROM s
            CROSS JOIN LATERAL (
                SELECT q.position::bigint AS position,
                       (q.sort_key, q.subscore_key, q.tie_key) < (input.high_sort, input.high_subscore,
                       input.high_tie) AS ahead
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
    ) END, CASE WHEN input.rank_at_most IS NULL OR input.rank_at_most >= t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM final_standing_7 AS q
        WHERE q.ranking_id = input.ranking_id
          AND q.revision = input.revision
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
    FROM final_standing_7 AS q
    WHERE q.ranking_id = input.ranking_id
      AND q.revision = input.revision
      AND q.position BETWEEN greatest(b.low + 1, least(p.start - 1, b.high)) AND least(b.high, p.start + input.size)
    OFFSET 0
) AS q
