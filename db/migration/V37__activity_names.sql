-- Events are named as in the API.
ALTER TABLE activity_event RENAME COLUMN event_id TO external_id;
ALTER TABLE activity_event RENAME COLUMN type TO event_type;
ALTER TABLE activity_event RENAME COLUMN attributes TO metadata;
ALTER TABLE activity_event RENAME COLUMN zone TO time_zone;
ALTER TABLE activity_id RENAME COLUMN event_id TO external_id;
