-- Snapshots of a leaderboard with many rankings are reported in parts: those after this ranking are still due.
ALTER TABLE webhook_position ADD COLUMN snapshot_after bigint;
