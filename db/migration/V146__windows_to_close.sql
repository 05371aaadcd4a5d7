-- The windows that are still to be closed, in the order in which they are read, without those that are closed and not final yet.
CREATE INDEX leaderboard_window_due ON leaderboard_window (awaits_submissions, finalizes_at, id)
    WHERE requested_revision = 0 AND expired_at IS NULL;
