-- Replaced by leaderboard_window_due, in a transaction of its own: readers would wait for the lock that dropping takes.
DROP INDEX leaderboard_window_unfinal;
