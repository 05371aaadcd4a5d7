SELECT input.query_number, m.*
FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.text) AS input (query_number, ranking_id,
       app_id, given)
CROSS JOIN LATERAL (
    SELECT ltrim(name_text(input.given)) AS text
    OFFSET 0
) AS sought
CROSS JOIN LATERAL (
    SELECT row_number() OVER (ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key) AS place, p.*
    FROM (
        SELECT *
        FROM entry_7 AS b
        WHERE b.ranking_id = input.ranking_id
        ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
        LIMIT 1000
    ) AS e
    CROSS JOIN LATERAL (
        SELECT q.id AS participant_id, q.entity_type, q.external_id, q.pseudonym IS NOT NULL AS has_pseudonym,
               coalesce(strpos(' ' || name_text(q.name), ' ' || sought.text) > 0, FALSE) AS by_name,
               coalesce(strpos(' ' || name_text(q.pseudonym), ' ' || sought.text) > 0, FALSE) AS by_pseudonym
        FROM participant AS q
        WHERE q.id = e.participant_id
        OFFSET 0
    ) AS p
    WHERE p.by_name OR p.by_pseudonym
) AS m
WHERE sought.text <> ''
