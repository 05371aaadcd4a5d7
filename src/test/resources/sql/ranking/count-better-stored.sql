SELECT input.query_number, (
    SELECT CASE WHEN r.revision > 0 THEN coalesce((
        SELECT f.position - 1
        FROM (
            SELECT b.participant_id
            FROM entry_7 AS b
            WHERE b.ranking_id = k.ranking_id
              AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (k.sort_key, k.subscore_key, k.tie_key, k.id_key)
            ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
            LIMIT 1
        ) AS b
        CROSS JOIN LATERAL (
            SELECT *
            FROM final_standing_7 AS q
            WHERE q.participant_id = b.participant_id
              AND q.ranking_id = k.ranking_id
              AND q.revision = r.revision
            OFFSET 0
        ) AS f
    )::bigint, coalesce((
        SELECT f.position
        FROM (
            SELECT (
                SELECT q.revision
                FROM ranking AS q
                WHERE q.id = k.ranking_id
            ) AS revision
            OFFSET 0
        ) AS r
        CROSS JOIN LATERAL (
            SELECT q.position
            FROM final_standing_7 AS q
            WHERE q.ranking_id = k.ranking_id
              AND q.revision = r.revision
            ORDER BY q.position DESC
            LIMIT 1
        ) AS f
    )::bigint, coalesce((
        SELECT b.entries_before[cardinality(b.entries_before)]
        FROM rankindex_node AS b
        WHERE b.ranking_id = k.ranking_id
        ORDER BY b.level DESC
        LIMIT 1
    )::bigint, (
        SELECT count(*)
        FROM entry_7 AS b
        WHERE b.ranking_id = k.ranking_id
    )))) ELSE (
        SELECT leaf.entries + (
            SELECT count(*)
            FROM entry_7 AS b
            WHERE b.ranking_id = k.ranking_id
              AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (separator_column(leaf.separator, 1),
                     separator_column(leaf.separator, 2), separator_column(leaf.separator, 3),
                     separator_id(leaf.separator))
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
    ) END
    FROM (
        SELECT (
            SELECT q.revision
            FROM ranking AS q
            WHERE q.id = k.ranking_id
        ) AS revision
        OFFSET 0
    ) AS r
) AS count
FROM unnest(:queryNumber, :input.ranking.id, :input.sortKey, :input.subscoreKey) AS input (query_number, ranking_id,
       sort_key, subscore_key)
CROSS JOIN LATERAL (
    SELECT input.ranking_id, input.sort_key, input.subscore_key, '-9223372036854775808'::bigint AS tie_key,
           ''::text AS id_key
) AS k
