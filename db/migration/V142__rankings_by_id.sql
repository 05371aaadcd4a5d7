-- Parts of snapshots are read in the order of IDs. Created before the other index is dropped, in a transaction of its own: readers
-- would wait for the lock that dropping takes.
CREATE INDEX ranking_leaderboard_id ON ranking (leaderboard_id, id);
