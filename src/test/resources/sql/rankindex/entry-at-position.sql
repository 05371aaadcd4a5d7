(
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
        FROM <entry> AS b
        WHERE b.ranking_id = p.ranking_id
          AND p.position >= 1
          AND leaf.separator IS NOT NULL
          AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (separator_column(leaf.separator, 1),
                 separator_column(leaf.separator, 2), separator_column(leaf.separator, 3), separator_id(leaf.separator))
        ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
        LIMIT 1
        OFFSET greatest(leaf.rest, 0)
    ) AS b
)
