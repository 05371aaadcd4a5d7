SELECT input.query_number, k.*, FALSE AS marked, NULL::bigint AS better_entries, NULL::bigint AS better_scores,
       NULL::bigint AS preceding_entries, NULL::bigint AS entry_count, NULL::bigint AS next_better_score
FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.participant.id,
       :input.participant.entityType, :input.participant.externalId,
       :input.participant.seesPseudonymous) AS input (query_number, ranking_id, app_id, participant_id, entity_type,
       external_id, sees_pseudonymous)
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
    SELECT e.*
    FROM entry_7 AS e
    WHERE e.ranking_id = input.ranking_id
      AND e.participant_id = named.id
    OFFSET 0
) AS k
