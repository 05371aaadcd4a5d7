(
    SELECT b.sort_key
    FROM <entry> AS b
    WHERE b.ranking_id = k.ranking_id
      AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)
    ORDER BY b.sort_key DESC, b.subscore_key DESC
    LIMIT 1
)
