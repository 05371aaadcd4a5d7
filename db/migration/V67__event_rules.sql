-- Which changes of its rankings a leaderboard publishes as events.
ALTER TABLE leaderboard
    ADD COLUMN event_rules jsonb NOT NULL DEFAULT '[]';

-- Events about entries have ranks and fixed-point scores. Events about webhooks and dead letters belong to no leaderboard.
ALTER TABLE event
    DROP CONSTRAINT event_check,
    DROP CONSTRAINT event_check1,
    ADD COLUMN group_values jsonb,
    ADD COLUMN previous_rank integer,
    ADD COLUMN rank integer,
    ADD COLUMN previous_score bigint,
    ADD COLUMN score bigint,
    ADD COLUMN webhook_id bigint,
    ADD COLUMN dead_letter_id bigint,
    ADD CONSTRAINT event_subject CHECK (num_nonnulls(leaderboard_id, award_id, webhook_id, dead_letter_id) = 1),
    ADD CONSTRAINT event_participant CHECK (
        (participant_id IS NOT NULL) = (award_id IS NOT NULL OR event_type IN ('ENTRY_ADDED', 'RANK_CHANGED')));

-- There are many events about entries: look-ups by window or by number pass them by.
DROP INDEX event_window;
CREATE INDEX event_window ON event (window_id, number) WHERE event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED');
CREATE INDEX event_number ON event (leaderboard_id, event_type, number) WHERE number IS NOT NULL;
-- They are deleted after their retention.
CREATE INDEX event_of_entry ON event (id) WHERE event_type IN ('ENTRY_ADDED', 'RANK_CHANGED');

-- The message that combines new entries has a type of its own.
UPDATE webhook SET event_types = array_replace(event_types, 'ENTRY_ADDED', 'ENTRIES_ADDED')
WHERE 'ENTRY_ADDED' = ANY (event_types);
UPDATE webhook_delivery SET event_type = 'ENTRIES_ADDED' WHERE event_type = 'ENTRY_ADDED';

-- Attempts to store the ranks of a window that failed since the last success.
ALTER TABLE leaderboard_window
    ADD COLUMN finalization_failures integer NOT NULL DEFAULT 0;
