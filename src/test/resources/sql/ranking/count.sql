SELECT input.query_number, coalesce((
    SELECT b.entries_before[cardinality(b.entries_before)]
    FROM rankindex_node AS b
    WHERE b.ranking_id = k.ranking_id
    ORDER BY b.level DESC
    LIMIT 1
)::bigint, (
    SELECT count(*)
    FROM entry_7 AS b
    WHERE b.ranking_id = k.ranking_id
)) AS count
FROM unnest(:queryNumber, :input.ranking.id) AS input (query_number, ranking_id)
CROSS JOIN LATERAL (
    SELECT input.ranking_id
) AS k
