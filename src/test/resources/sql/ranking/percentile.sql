SELECT input.query_number, k.*, FALSE AS marked, NULL::bigint AS better_entries, NULL::bigint AS better_scores,
       NULL::bigint AS preceding_entries, NULL::bigint AS entry_count, NULL::bigint AS next_better_score
FROM unnest(:queryNumber, :input.ranking.id, :input.percentile) AS input (query_number, ranking_id, percentile)
CROSS JOIN LATERAL (
    SELECT coalesce((
        SELECT b.entries_before[cardinality(b.entries_before)]
        FROM rankindex_node AS b
        WHERE b.ranking_id = k.ranking_id
        ORDER BY b.level DESC
        LIMIT 1
    )::bigint, (
        SELECT count(*)
        FROM entry_7 AS b
        WHERE b.ranking_id = k.ranking_id
    )) AS total
    FROM (
        SELECT input.ranking_id
    ) AS k
    OFFSET 0
) AS t
CROSS JOIN LATERAL (
    SELECT input.ranking_id, max(rank) AS position
    FROM generate_series(floor(t.total - t.total * input.percentile / 100)::bigint - 1,
           floor(t.total - t.total * input.percentile / 100)::bigint + 1) AS rank
    WHERE rank BETWEEN 1 AND t.total
      AND (t.total = 1 OR (t.total - rank)::double precision * 100 / t.total >= input.percentile)
) AS p
CROSS JOIN LATERAL (
    SELECT b.sort_key, b.subscore_key, b.tie_key, b.id_key, b.participant_id
    FROM (
        SELECT p.position - 1 - ((0 + coalesce(level0.entries, 0) + coalesce(level1.entries,
               0) + coalesce(level2.entries, 0))) AS rest, CASE WHEN level0.entries IS NULL AND level1.entries IS NULL
               AND level2.entries IS NULL THEN '' ELSE level0.separator END AS separator
        FROM (
            SELECT 1
        ) AS q
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket((p.position - 1 - (0))::integer, b.entries_before)] AS entries,
                   b.scores_before[width_bucket((p.position - 1 - (0))::integer, b.entries_before)] AS scores,
                   b.separators[width_bucket((p.position - 1 - (0))::integer, b.entries_before)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = p.ranking_id
              AND b.level = 2
              AND b.separator = ''
            OFFSET 0
        ) AS level2 ON TRUE
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket((p.position - 1 - (0 + coalesce(level2.entries, 0)))::integer,
                   b.entries_before)] AS entries,
                   b.scores_before[width_bucket((p.position - 1 - (0 + coalesce(level2.entries, 0)))::integer,
                   b.entries_before)] AS scores,
                   b.separators[width_bucket((p.position - 1 - (0 + coalesce(level2.entries, 0)))::integer,
                   b.entries_before)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = p.ranking_id
              AND b.level = 1
              AND b.separator = CASE WHEN level2.entries IS NULL THEN '' ELSE level2.separator END
            OFFSET 0
        ) AS level1 ON TRUE
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket((p.position - 1 - (0 + coalesce(level1.entries,
                   0) + coalesce(level2.entries, 0)))::integer, b.entries_before)] AS entries,
                   b.scores_before[width_bucket((p.position - 1 - (0 + coalesce(level1.entries,
                   0) + coalesce(level2.entries, 0)))::integer, b.entries_before)] AS scores,
                   b.separators[width_bucket((p.position - 1 - (0 + coalesce(level1.entries,
                   0) + coalesce(level2.entries, 0)))::integer, b.entries_before)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = p.ranking_id
              AND b.level = 0
              AND b.separator = CASE WHEN level1.entries IS NULL AND level2.entries IS NULL THEN ''
                     ELSE level1.separator END
            OFFSET 0
        ) AS level0 ON TRUE
        OFFSET 0
    ) AS leaf
    CROSS JOIN LATERAL (
        SELECT *
        FROM entry_7 AS b
        WHERE b.ranking_id = p.ranking_id
          AND p.position >= 1
          AND leaf.separator IS NOT NULL
          AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (separator_column(leaf.separator, 1),
                 separator_column(leaf.separator, 2), separator_column(leaf.separator, 3), separator_id(leaf.separator))
        ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
        LIMIT 1
        OFFSET greatest(leaf.rest, 0)
    ) AS b
) AS at
CROSS JOIN LATERAL (
    SELECT e.*
    FROM entry_7 AS e
    WHERE e.ranking_id = input.ranking_id
      AND (e.sort_key, e.subscore_key) <= (at.sort_key, at.subscore_key)
    ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.id_key DESC
    LIMIT 1
) AS k
