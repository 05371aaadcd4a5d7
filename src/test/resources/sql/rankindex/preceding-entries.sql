(
    SELECT leaf.entries + (
        SELECT count(*)
        FROM <entry> AS b
        WHERE b.ranking_id = k.ranking_id
          AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (separator_column(leaf.separator, 1),
                 separator_column(leaf.separator, 2), separator_column(leaf.separator, 3), separator_id(leaf.separator))
          AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) < (k.sort_key, k.subscore_key, k.tie_key, k.id_key)
    )
    FROM (
        SELECT (0 + coalesce(level0.entries, 0) + coalesce(level1.entries, 0) + coalesce(level2.entries,
               0)) AS entries, coalesce(level0.separator, '') AS separator
        FROM (
            SELECT separator_bytes(k.sort_key) || separator_bytes(k.subscore_key) || separator_bytes(k.tie_key)
                   || separator_bytes(k.id_key) AS key
            OFFSET 0
        ) AS q
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket(q.key, b.separators)] AS entries,
                   b.scores_before[width_bucket(q.key, b.separators)] AS scores,
                   b.separators[width_bucket(q.key, b.separators)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = k.ranking_id
              AND b.level = 2
              AND b.separator = ''
            OFFSET 0
        ) AS level2 ON TRUE
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket(q.key, b.separators)] AS entries,
                   b.scores_before[width_bucket(q.key, b.separators)] AS scores,
                   b.separators[width_bucket(q.key, b.separators)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = k.ranking_id
              AND b.level = 1
              AND b.separator = coalesce(level2.separator, '')
            OFFSET 0
        ) AS level1 ON TRUE
        LEFT JOIN LATERAL (
            SELECT b.entries_before[width_bucket(q.key, b.separators)] AS entries,
                   b.scores_before[width_bucket(q.key, b.separators)] AS scores,
                   b.separators[width_bucket(q.key, b.separators)] AS separator
            FROM rankindex_node AS b
            WHERE b.ranking_id = k.ranking_id
              AND b.level = 0
              AND b.separator = coalesce(level1.separator, '')
            OFFSET 0
        ) AS level0 ON TRUE
        OFFSET 0
    ) AS leaf
)
