SELECT input.query_number, FALSE AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:queryNumber, :input.ranking.ranking.id, :input.ranking.revision, :input.ranking.time,
       :input.ranking.entryCount, :input.ranking.ranking.appId, :input.participant.id, :input.participant.entityType,
       :input.participant.externalId, :input.participant.seesPseudonymous) AS input (query_number, ranking_id,
       revision, moment, entry_count, app_id, participant_id, entity_type, external_id, sees_pseudonymous)
CROSS JOIN LATERAL (
    SELECT input.entry_count::bigint AS total
) AS t
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
    SELECT *
    FROM final_standing_7 AS q
    WHERE q.participant_id = named.id
      AND q.ranking_id = input.ranking_id
      AND q.revision = input.revision
    OFFSET 0
) AS q
