SELECT a.ask, coalesce((
    SELECT b.entries_before[cardinality(b.entries_before)]
    FROM rankindex_node AS b
    WHERE b.ranking_id = k.ranking_id
    ORDER BY b.level DESC
    LIMIT 1
)::bigint, (
    SELECT count(*)
    FROM entry_7 AS b
    WHERE b.ranking_id = k.ranking_id
)) AS number
FROM unnest(:ask, :asked.ranking.id) AS a (ask, ranking_id)
CROSS JOIN LATERAL (
    SELECT a.ranking_id
) AS k
