-- The fourth column of a separator is the ID key instead of the ID of the participant. Separators of up to three columns
-- remain valid: the entries between two of them are the same. Indexes that have longer ones are removed, and built again by
-- the next submission to their ranking (up to 100,000 entries) or by a repair. Until then their entries are counted.
DELETE FROM rankindex_node
WHERE ranking_id IN (
    SELECT b.ranking_id FROM rankindex_node AS b
    WHERE EXISTS (SELECT FROM unnest(b.separators) AS s (separator) WHERE length(s.separator) > 24));
