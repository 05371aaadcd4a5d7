SELECT input.query_number, s.*
FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.participant.id,
       :input.participant.entityType, :input.participant.externalId, :input.participant.seesPseudonymous,
       :input.neighbours.maxAbove, :input.neighbours.maxBelow) AS input (query_number, ranking_id, app_id,
       participant_id, entity_type, external_id, sees_pseudonymous, above, below)
CROSS JOIN LATERAL (
    SELECT q.id
    FROM participant AS q
    WHERE q.app_id = input.app_id
      AND q.entity_type = input.entity_type
      AND q.external_id = input.external_id
      AND (input.sees_pseudonymous OR q.pseudonym IS NULL)
    UNION ALL
    SELECT q.id
    FROM participant AS q
    WHERE q.id = input.participant_id
      AND q.app_id = input.app_id
      AND q.erased_at IS NULL
    OFFSET 0
) AS named
CROSS JOIN LATERAL (
    WITH me AS MATERIALIZED (
        SELECT e.*, TRUE AS marked
        FROM entry_7 AS e
        WHERE e.ranking_id = input.ranking_id
          AND e.participant_id = named.id
    ), found AS MATERIALIZED (
        SELECT *
        FROM me
        UNION ALL
        SELECT b.*
        FROM me, LATERAL (
            SELECT e.*, FALSE
            FROM entry_7 AS e
            WHERE e.ranking_id = input.ranking_id
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) < (me.sort_key, me.subscore_key, me.tie_key,
                     me.id_key)
            ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.id_key DESC
            LIMIT input.above
        ) AS b
        UNION ALL
        SELECT b.*
        FROM me, LATERAL (
            SELECT e.*, FALSE
            FROM entry_7 AS e
            WHERE e.ranking_id = input.ranking_id
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) > (me.sort_key, me.subscore_key, me.tie_key,
                     me.id_key)
            ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key
            LIMIT input.below
        ) AS b
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
