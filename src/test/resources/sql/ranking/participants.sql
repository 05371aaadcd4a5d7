SELECT a.ask, k.*, FALSE AS marked, NULL::bigint AS better_entries, NULL::bigint AS better_scores,
       NULL::bigint AS preceding_entries, NULL::bigint AS entry_count, NULL::bigint AS next_better_score
FROM unnest(:ask, :asked.ranking.id, :asked.ranking.appId, :asked.participant.id, :asked.participant.entityType,
       :asked.participant.externalId) AS a (ask, ranking_id, app_id, participant_id, entity_type, external_id)
CROSS JOIN LATERAL (
    SELECT q.id
    FROM participant AS q
    WHERE q.app_id = a.app_id
      AND q.entity_type = a.entity_type
      AND q.external_id = a.external_id
    UNION ALL
    SELECT q.id
    FROM participant AS q
    WHERE q.id = a.participant_id
      AND q.app_id = a.app_id
    OFFSET 0
) AS named
CROSS JOIN LATERAL (
    SELECT e.*
    FROM entry_7 AS e
    WHERE e.ranking_id = a.ranking_id
      AND e.participant_id = named.id
    OFFSET 0
) AS k
