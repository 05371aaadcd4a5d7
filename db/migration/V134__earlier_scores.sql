-- Earlier scores, which count for a badge only if it is backfilled, are not awarded when entries are read instead of changes.
-- Whether the change may have given entries a new score. False for the expiry of windows, and for entries that lose a name.
ALTER TABLE change_outbox ADD COLUMN new_scores boolean NOT NULL DEFAULT true;

-- Since when the badge has been enabled without interruption, if it is enabled. Builds without the column use the
-- default.
ALTER TABLE badge ADD COLUMN enabled_at timestamptz NOT NULL DEFAULT 'epoch';
UPDATE badge SET enabled_at = created_at;
