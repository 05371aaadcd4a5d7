-- The last key of every order is the type and the external ID of the participant, not the order in which participants were
-- created, so that an order is the same on every installation. Neither changes, so entries have a copy. Types and external
-- IDs have no control characters, so the order of the copies is the order by type and external ID.
ALTER TABLE entry ADD COLUMN id_key text COLLATE "C";
COMMENT ON COLUMN entry.id_key IS 'Type and external ID of the participant, separated by U+0001: the last key of the order';

DROP INDEX entry_order;

UPDATE entry SET id_key = p.entity_type || chr(1) || p.external_id
FROM participant AS p
WHERE p.id = entry.participant_id;

ALTER TABLE entry ALTER COLUMN id_key SET NOT NULL;

CREATE INDEX entry_order ON entry (ranking_id, sort_key, subscore_key, tie_key, id_key, participant_id);
