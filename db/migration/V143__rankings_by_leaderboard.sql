-- Replaced by ranking_leaderboard_id.
DROP INDEX ranking_leaderboard;
