-- In a transaction of its own, which does not hold the lock of the new column: readers do not wait.
UPDATE leaderboard_window AS w SET awaits_submissions = true
FROM leaderboard AS l
WHERE l.id = w.leaderboard_id AND l.clock = 'SUBMISSIONS' AND w.requested_revision = 0;
