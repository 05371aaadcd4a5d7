-- Badges that are enabled while a backfill runs are not awarded for what it adds. A backfill without a start awards all badges.
ALTER TABLE streak_backfill ADD COLUMN started_at timestamptz NOT NULL DEFAULT '9999-12-31T00:00:00Z';
