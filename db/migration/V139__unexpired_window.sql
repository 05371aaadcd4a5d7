-- For rank histories: expired windows, which are not deleted, may be far more than the others.
CREATE INDEX leaderboard_window_unexpired
    ON leaderboard_window (leaderboard_id, definition, time_zone, coalesce(starts_at, '-infinity'))
    WHERE expired_at IS NULL;
