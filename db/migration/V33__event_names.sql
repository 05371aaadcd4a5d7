-- Events are called what the API calls them.
ALTER TABLE event RENAME COLUMN kind TO event_type;
ALTER TABLE event RENAME COLUMN at TO occurred_at;
