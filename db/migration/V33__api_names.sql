-- Tables and columns are called what the API calls them.
ALTER TABLE event RENAME COLUMN kind TO event_type;
ALTER TABLE event RENAME COLUMN at TO occurred_at;

ALTER TABLE stream_poison RENAME TO dead_letter;
ALTER TABLE dead_letter RENAME COLUMN at TO failed_at;
ALTER INDEX stream_poison_pkey RENAME TO dead_letter_pkey;
ALTER INDEX stream_poison_of_app RENAME TO dead_letter_of_app;
ALTER INDEX stream_poison_stream_entry_id_key RENAME TO dead_letter_stream_entry_id_key;
ALTER TABLE dead_letter RENAME CONSTRAINT stream_poison_app_id_fkey TO dead_letter_app_id_fkey;
ALTER TABLE dead_letter RENAME CONSTRAINT stream_poison_fields_check TO dead_letter_fields_check;
ALTER SEQUENCE stream_poison_id_seq RENAME TO dead_letter_id_seq;
