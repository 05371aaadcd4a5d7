SELECT a.ask, FALSE AS marked, greatest(0, b.high - b.low) AS total, 0::bigint AS participant_id,
       0::numeric AS sort_key, 0::numeric AS subscore_key, '1970-01-01 UTC'::timestamptz AS achieved_at,
       NULL::jsonb AS metadata, 0 AS rank, 0 AS dense_rank, 0 AS position, 0::double precision AS percent_rank,
       0::double precision AS cume_dist
FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.ranking.time, :asked.ranking.entryCount,
       :asked.keyRange.after.sortKey, :asked.keyRange.after.subscoreKey, :asked.keyRange.after.tieKey,
       :asked.keyRange.after.participantId, :asked.keyRange.before.sortKey, :asked.keyRange.before.subscoreKey,
       :asked.keyRange.before.tieKey, :asked.keyRange.before.participantId, :asked.keyRange.rankAtLeast,
       :asked.keyRange.rankAtMost) AS a (ask, ranking_id, revision, moment, entry_count, low_sort, low_subscore,
       low_tie, low_participant, high_sort, high_subscore, high_tie, high_participant, rank_at_least, rank_at_most)
CROSS JOIN LATERAL (
    SELECT a.entry_count::bigint AS total
) AS t
CROSS JOIN LATERAL (
    SELECT greatest((
        WITH RECURSIVE s (low, high) AS (
            SELECT 0::bigint, t.total
            UNION ALL
            SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high
                   ELSE m.position - 1 END
            FROM s
            CROSS JOIN LATERAL (
                SELECT q.position::bigint AS position,
                       (q.sort_key, q.subscore_key, q.tie_key, q.participant_id) <= (a.low_sort, a.low_subscore,
                       a.low_tie, a.low_participant) AS ahead
                FROM final_standing_7 AS q
                WHERE q.ranking_id = a.ranking_id
                  AND q.revision = a.revision
                  AND q.position = (s.low + s.high + 1) / 2
                OFFSET 0
            ) AS m
            WHERE s.low < s.high
        )
        SELECT max(low)
        FROM s
    ), CASE WHEN a.rank_at_least IS NULL OR a.rank_at_least <= 1 THEN 0 WHEN a.rank_at_least > t.total THEN t.total
           ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM final_standing_7 AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.revision = a.revision
          AND q.position = a.rank_at_least - 1
    ) END) AS low, least((
        WITH RECURSIVE s (low, high) AS (
            SELECT 0::bigint, t.total
            UNION ALL
            SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high
                   ELSE m.position - 1 END
            FROM s
            CROSS JOIN LATERAL (
                SELECT q.position::bigint AS position,
                       (q.sort_key, q.subscore_key, q.tie_key, q.participant_id) < (a.high_sort, a.high_subscore,
                       a.high_tie, a.high_participant) AS ahead
                FROM final_standing_7 AS q
                WHERE q.ranking_id = a.ranking_id
                  AND q.revision = a.revision
                  AND q.position = (s.low + s.high + 1) / 2
                OFFSET 0
            ) AS m
            WHERE s.low < s.high
        )
        SELECT max(low)
        FROM s
    ), CASE WHEN a.rank_at_most IS NULL OR a.rank_at_most >= t.total THEN t.total ELSE (
        SELECT round(q.cume_dist * t.total)::bigint
        FROM final_standing_7 AS q
        WHERE q.ranking_id = a.ranking_id
          AND q.revision = a.revision
          AND q.position = a.rank_at_most
    ) END) AS high
    OFFSET 0
) AS b
