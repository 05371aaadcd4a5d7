-- Whether a window becomes due by submissions, as its leaderboard has the clock SUBMISSIONS. After an import, many such windows
-- ended long ago and are never due: the search for due windows, once a second, read all of them.
ALTER TABLE leaderboard_window ADD COLUMN awaits_submissions boolean DEFAULT false NOT NULL;
UPDATE leaderboard_window AS w SET awaits_submissions = true
FROM leaderboard AS l
WHERE l.id = w.leaderboard_id AND l.clock = 'SUBMISSIONS' AND w.requested_revision = 0;

-- Replaced by the next migration, which builds an index in a transaction of its own.
DROP INDEX leaderboard_window_unfinal;
