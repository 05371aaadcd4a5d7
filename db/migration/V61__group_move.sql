-- A participant's move to its new groups, in windows in which it has entries: it has no score, and sets the group of the entries.
ALTER TABLE score_submission ADD COLUMN group_move boolean NOT NULL DEFAULT false CHECK (NOT group_move OR score IS NULL);

-- Windows that accept submissions, or will.
CREATE INDEX leaderboard_window_open ON leaderboard_window (leaderboard_id, slice_id) WHERE requested_revision = 0;
