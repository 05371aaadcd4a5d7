-- Whether players may submit their own scores, with the tokens that name them.
ALTER TABLE leaderboard ADD COLUMN player_submissions boolean NOT NULL DEFAULT false;
