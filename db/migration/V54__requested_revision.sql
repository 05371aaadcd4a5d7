-- Columns are called what the code and the API call them.
ALTER TABLE leaderboard_window RENAME COLUMN wanted_revision TO requested_revision;
ALTER TABLE leaderboard_window
    RENAME CONSTRAINT leaderboard_window_wanted_revision_check TO leaderboard_window_requested_revision_check;

ALTER TABLE score_submission RENAME COLUMN answer TO outcome;
