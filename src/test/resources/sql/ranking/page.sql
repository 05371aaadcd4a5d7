SELECT input.query_number, s.*
FROM unnest(:queryNumber, :input.ranking.id, :input.page.size, :input.keyRange.after.sortKey,
       :input.keyRange.after.subscoreKey, :input.keyRange.after.tieKey, :input.keyRange.after.idKey,
       :input.keyRange.before.sortKey, :input.keyRange.before.subscoreKey, :input.keyRange.before.tieKey,
       :input.keyRange.before.idKey) AS input (query_number, ranking_id, size, low_sort, low_subscore, low_tie, low_id,
       high_sort, high_subscore, high_tie, high_id)
CROSS JOIN LATERAL (
    WITH found AS MATERIALIZED (
        SELECT e.*, FALSE AS marked
        FROM entry_7 AS e
        WHERE e.ranking_id = input.ranking_id
          AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) > (input.low_sort, input.low_subscore, input.low_tie,
                 input.low_id)
          AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) < (input.high_sort, input.high_subscore,
                 input.high_tie, input.high_id)
        ORDER BY e.sort_key ASC, e.subscore_key ASC, e.tie_key ASC, e.id_key ASC
        LIMIT input.size + 1
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
