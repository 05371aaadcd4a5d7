SELECT input.query_number, s.*
FROM unnest(:queryNumber, :input.ranking.id, :input.page.size, :input.page.fromPosition, :input.keyRange.after.sortKey,
       :input.keyRange.after.subscoreKey, :input.keyRange.after.tieKey, :input.keyRange.after.idKey,
       :input.keyRange.before.sortKey, :input.keyRange.before.subscoreKey, :input.keyRange.before.tieKey,
       :input.keyRange.before.idKey, :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost) AS input (query_number,
       ranking_id, size, from_position, low_sort, low_subscore, low_tie, low_id, high_sort, high_subscore, high_tie,
       high_id, rank_at_least, rank_at_most)
CROSS JOIN LATERAL (
    SELECT *
    FROM (
        SELECT input.low_sort, input.low_subscore, input.low_tie, input.low_id
        UNION ALL
        SELECT coalesce(x.sort_key, 9223372036854775807), coalesce(x.subscore_key, 9223372036854775807),
               9223372036854775807, chr(1114111)
        FROM (
            SELECT input.ranking_id, input.rank_at_least - 1 AS position
        ) AS p
        LEFT JOIN LATERAL (
            SELECT b.sort_key, b.subscore_key, b.tie_key, b.id_key, b.participant_id
            FROM (
                SELECT p.position - 1 - ((0 + coalesce(level0.entries, 0) + coalesce(level1.entries,
                       0) + coalesce(level2.entries, 0))) AS rest, CASE WHEN level0.entries IS NULL
                       AND level1.entries IS NULL AND level2.entries IS NULL THEN ''
                       ELSE level0.separator END AS separator
                FROM (
                    SELECT 1
                ) AS q
                LEFT JOIN LATERAL (
                    SELECT b.entries_before[width_bucket((p.position - 1 - (0))::integer,
                           b.entries_before)] AS entries,
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
                         separator_column(leaf.separator, 2), separator_column(leaf.separator, 3),
                         separator_id(leaf.separator))
                ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                LIMIT 1
                OFFSET greatest(leaf.rest, 0)
            ) AS b
        ) AS x ON TRUE
        WHERE p.position >= 1
    ) AS c (sort, subscore, tie, id)
    ORDER BY sort DESC, subscore DESC, tie DESC, id COLLATE "C" DESC
    LIMIT 1
) AS low
CROSS JOIN LATERAL (
    SELECT *
    FROM (
        SELECT input.high_sort, input.high_subscore, input.high_tie, input.high_id
        UNION ALL
        SELECT x.sort_key, x.subscore_key, 9223372036854775807, chr(1114111)
        FROM (
            SELECT input.ranking_id, input.rank_at_most AS position
        ) AS p
        CROSS JOIN LATERAL (
            SELECT b.sort_key, b.subscore_key, b.tie_key, b.id_key, b.participant_id
            FROM (
                SELECT p.position - 1 - ((0 + coalesce(level0.entries, 0) + coalesce(level1.entries,
                       0) + coalesce(level2.entries, 0))) AS rest, CASE WHEN level0.entries IS NULL
                       AND level1.entries IS NULL AND level2.entries IS NULL THEN ''
                       ELSE level0.separator END AS separator
                FROM (
                    SELECT 1
                ) AS q
                LEFT JOIN LATERAL (
                    SELECT b.entries_before[width_bucket((p.position - 1 - (0))::integer,
                           b.entries_before)] AS entries,
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
                         separator_column(leaf.separator, 2), separator_column(leaf.separator, 3),
                         separator_id(leaf.separator))
                ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                LIMIT 1
                OFFSET greatest(leaf.rest, 0)
            ) AS b
        ) AS x
    ) AS c (sort, subscore, tie, id)
    ORDER BY sort ASC, subscore ASC, tie ASC, id COLLATE "C" ASC
    LIMIT 1
) AS high
CROSS JOIN LATERAL (
    SELECT *
    FROM (
        SELECT low.*
        UNION ALL
        SELECT coalesce(x.sort_key, 9223372036854775807), coalesce(x.subscore_key, 9223372036854775807),
               coalesce(x.tie_key, 9223372036854775807), coalesce(x.id_key, chr(1114111))
        FROM (
            SELECT input.ranking_id, input.from_position - 1 AS position
        ) AS p
        LEFT JOIN LATERAL (
            SELECT b.sort_key, b.subscore_key, b.tie_key, b.id_key, b.participant_id
            FROM (
                SELECT p.position - 1 - ((0 + coalesce(level0.entries, 0) + coalesce(level1.entries,
                       0) + coalesce(level2.entries, 0))) AS rest, CASE WHEN level0.entries IS NULL
                       AND level1.entries IS NULL AND level2.entries IS NULL THEN ''
                       ELSE level0.separator END AS separator
                FROM (
                    SELECT 1
                ) AS q
                LEFT JOIN LATERAL (
                    SELECT b.entries_before[width_bucket((p.position - 1 - (0))::integer,
                           b.entries_before)] AS entries,
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
                         separator_column(leaf.separator, 2), separator_column(leaf.separator, 3),
                         separator_id(leaf.separator))
                ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                LIMIT 1
                OFFSET greatest(leaf.rest, 0)
            ) AS b
        ) AS x ON TRUE
        WHERE p.position >= 1
    ) AS c (sort, subscore, tie, id)
    ORDER BY sort DESC, subscore DESC, tie DESC, id COLLATE "C" DESC
    LIMIT 1
) AS start
CROSS JOIN LATERAL (
    WITH found AS MATERIALIZED (
        (
            SELECT e.*, FALSE AS marked
            FROM entry_7 AS e
            WHERE e.ranking_id = input.ranking_id
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) > (start.sort, start.subscore, start.tie, start.id)
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) < (high.sort, high.subscore, high.tie, high.id)
            ORDER BY e.sort_key ASC, e.subscore_key ASC, e.tie_key ASC, e.id_key ASC
            LIMIT input.size + 1
        )
        UNION ALL (
            SELECT e.*, TRUE
            FROM entry_7 AS e
            WHERE e.ranking_id = input.ranking_id
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) <= (start.sort, start.subscore, start.tie, start.id)
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) > (low.sort, low.subscore, low.tie, low.id)
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) < (high.sort, high.subscore, high.tie, high.id)
            ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.id_key DESC
            LIMIT 1
        )
    ), k AS (
        SELECT *
        FROM found
        ORDER BY sort_key, subscore_key, tie_key, id_key
        LIMIT 1
    ), counted AS MATERIALIZED (
        SELECT NULL::bigint AS better_entries, NULL::bigint AS better_scores, NULL::bigint AS preceding_entries,
               NULL::bigint AS entry_count, NULL::bigint AS next_better_score
        FROM k
    )
    SELECT found.*, counted.*
    FROM counted, found
    OFFSET 0
) AS s
