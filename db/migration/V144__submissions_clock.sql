-- Whether a window becomes due by submissions, as its leaderboard has the clock SUBMISSIONS. After an import, many such windows
-- ended long ago and are never due: the search for due windows, once a second, read all of them.
ALTER TABLE leaderboard_window ADD COLUMN awaits_submissions boolean DEFAULT false NOT NULL;
