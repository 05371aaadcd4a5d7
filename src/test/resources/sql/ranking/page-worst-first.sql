SELECT a.ask, s.*
FROM unnest(:ask, :asked.ranking.id, :asked.page.size, :asked.keyRange.after.sortKey,
       :asked.keyRange.after.subscoreKey, :asked.keyRange.after.tieKey, :asked.keyRange.after.participantId,
       :asked.keyRange.before.sortKey, :asked.keyRange.before.subscoreKey, :asked.keyRange.before.tieKey,
       :asked.keyRange.before.participantId) AS a (ask, ranking_id, size, low_sort, low_subscore, low_tie,
       low_participant, high_sort, high_subscore, high_tie, high_participant)
CROSS JOIN LATERAL (
    WITH found AS MATERIALIZED (
        SELECT e.*, FALSE AS marked
        FROM entry_7 AS e
        WHERE e.ranking_id = a.ranking_id
          AND (e.sort_key, e.subscore_key, e.tie_key, e.participant_id) > (a.low_sort, a.low_subscore, a.low_tie,
                 a.low_participant)
          AND (e.sort_key, e.subscore_key, e.tie_key, e.participant_id) < (a.high_sort, a.high_subscore, a.high_tie,
                 a.high_participant)
        ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.participant_id DESC
        LIMIT a.size + 1
    ), k AS (
        SELECT *
        FROM found
        ORDER BY sort_key, subscore_key, tie_key, participant_id
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
