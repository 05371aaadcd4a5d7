-- Live pages of a final window read its entries, and their positions from the final standings, so both have the same order.
-- Positions among equal standings are assigned again, in the latest revision; ranks do not change. Earlier revisions keep
-- their positions.
CREATE TEMPORARY TABLE renumbered ON COMMIT DROP AS
SELECT n.*
FROM (
    SELECT f.*,
           first_value(f.position) OVER (PARTITION BY f.ranking_id, f.sort_key, f.subscore_key, f.tie_key ORDER BY f.position)
           + row_number() OVER (PARTITION BY f.ranking_id, f.sort_key, f.subscore_key, f.tie_key
                                ORDER BY p.entity_type, p.external_id) - 1 AS new_position
    FROM ranking AS r
    JOIN final_standing AS f ON f.ranking_id = r.id AND f.revision = r.revision
    JOIN participant AS p ON p.id = f.participant_id) AS n
WHERE n.new_position <> n.position;

DELETE FROM final_standing AS f USING renumbered AS n
WHERE f.ranking_id = n.ranking_id AND f.revision = n.revision AND f.position = n.position;

INSERT INTO final_standing (ranking_id, revision, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                            metadata, rank, dense_rank, position, percent_rank, cume_dist)
SELECT ranking_id, revision, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
       metadata, rank, dense_rank, new_position, percent_rank, cume_dist
FROM renumbered;
