-- The search for due windows reads leaderboard_window_due.
DROP INDEX leaderboard_window_unfinal;
