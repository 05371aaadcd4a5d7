-- Snapshots of a leaderboard with many rankings are reported in parts: those after this ranking are still due.
ALTER TABLE webhook_position ADD COLUMN snapshot_after bigint;

-- Parts are read in the order of IDs.
CREATE INDEX ranking_leaderboard_id ON ranking (leaderboard_id, id);
DROP INDEX ranking_leaderboard;
