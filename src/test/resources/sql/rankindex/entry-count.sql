coalesce((
    SELECT b.entries_before[cardinality(b.entries_before)]
    FROM rankindex_node AS b
    WHERE b.ranking_id = k.ranking_id
    ORDER BY b.level DESC
    LIMIT 1
)::bigint, (
    SELECT count(*)
    FROM <entry> AS b
    WHERE b.ranking_id = k.ranking_id
))
