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

-- Null selects what an empty list had selected: all.
ALTER TABLE webhook RENAME COLUMN types TO event_types;
ALTER TABLE webhook RENAME COLUMN leaderboards TO leaderboard_keys;
ALTER TABLE webhook RENAME COLUMN kinds TO window_kinds;
ALTER TABLE webhook RENAME COLUMN definitions TO window_definition_keys;
ALTER TABLE webhook RENAME COLUMN top TO top_count;
ALTER TABLE webhook ALTER COLUMN event_types DROP NOT NULL;
ALTER TABLE webhook ALTER COLUMN leaderboard_keys DROP NOT NULL;
ALTER TABLE webhook ALTER COLUMN window_kinds DROP NOT NULL;
ALTER TABLE webhook ALTER COLUMN window_definition_keys DROP NOT NULL;
UPDATE webhook
SET event_types = nullif(event_types, '{}'), leaderboard_keys = nullif(leaderboard_keys, '{}'),
    window_kinds = nullif(window_kinds, '{}'), window_definition_keys = nullif(window_definition_keys, '{}');
ALTER TABLE webhook ADD COLUMN groups text NOT NULL DEFAULT 'EVERYONE' CHECK (groups IN ('EVERYONE', 'ALL'));
UPDATE webhook SET groups = 'ALL' WHERE every_group;
ALTER TABLE webhook ALTER COLUMN groups DROP DEFAULT;
ALTER TABLE webhook DROP COLUMN every_group;

ALTER TABLE webhook_delivery RENAME COLUMN message TO message_uuid;
ALTER TABLE webhook_delivery RENAME COLUMN type TO event_type;
ALTER TABLE webhook_delivery RENAME COLUMN attempts TO attempt_count;
ALTER TABLE webhook_delivery RENAME COLUMN due_at TO next_attempt_at;
ALTER TABLE webhook_delivery RENAME COLUMN attempted_at TO last_attempt_at;
ALTER TABLE webhook_delivery RENAME COLUMN status TO response_status;
ALTER TABLE webhook_delivery RENAME COLUMN failure TO failure_reason;

ALTER TABLE badge_award RENAME COLUMN revoked_because TO revoke_reason;
UPDATE badge
SET rule = rule - 'topPercent' || jsonb_build_object('topFraction', (rule ->> 'topPercent')::numeric / 100)
WHERE rule ? 'topPercent';
