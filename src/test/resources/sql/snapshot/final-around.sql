SELECT a.ask, FALSE AS marked, t.total, q.participant_id, q.sort_key::numeric AS sort_key,
       q.subscore_key::numeric AS subscore_key, q.achieved_at, q.metadata, q.rank::int AS rank,
       q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank, q.cume_dist
FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.ranking.time, :asked.ranking.entryCount,
       :asked.ranking.ranking.appId, :asked.participant.id, :asked.participant.entityType,
       :asked.participant.externalId, :asked.neighbours.above, :asked.neighbours.below,
       :asked.neighbours.fill) AS a (ask, ranking_id, revision, moment, entry_count, app_id, participant_id,
       entity_type, external_id, above, below, fill)
CROSS JOIN LATERAL (
    SELECT a.entry_count::bigint AS total
) AS t
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
    SELECT q.position
    FROM final_standing_7 AS q
    WHERE q.participant_id = named.id
      AND q.ranking_id = a.ranking_id
      AND q.revision = a.revision
    OFFSET 0
) AS middle
CROSS JOIN LATERAL (
    SELECT *
    FROM final_standing_7 AS q
    WHERE q.ranking_id = a.ranking_id
      AND q.revision = a.revision
      AND q.position BETWEEN least(middle.position - a.above, CASE WHEN a.fill THEN t.total - a.above - a.below
             ELSE middle.position END)
             AND greatest(middle.position + a.below, CASE WHEN a.fill THEN 1 + a.above + a.below ELSE 1 END)
    OFFSET 0
) AS q
