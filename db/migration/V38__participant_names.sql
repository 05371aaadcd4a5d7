-- Columns are called what the API calls them. Names of participants are compared by their bytes in every database, so that the
-- index serves lists of what begins with a text.
ALTER TABLE participant RENAME COLUMN type TO entity_type;
ALTER TABLE participant RENAME COLUMN attributes TO metadata;
ALTER TABLE participant RENAME COLUMN zone TO time_zone;
ALTER TABLE participant RENAME CONSTRAINT participant_app_id_type_external_id_key TO participant_app_id_entity_type_external_id_key;
ALTER TABLE participant RENAME CONSTRAINT participant_attributes_check TO participant_metadata_check;
ALTER TABLE participant ALTER COLUMN entity_type TYPE text COLLATE "C", ALTER COLUMN external_id TYPE text COLLATE "C";
