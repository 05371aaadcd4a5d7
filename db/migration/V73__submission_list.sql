-- Lists of submissions, last received first: of a leaderboard, of a participant, and of an app.
CREATE INDEX score_submission_leaderboard_received ON score_submission (leaderboard_id, received_at, id);
CREATE INDEX score_submission_participant_received ON score_submission (participant_id, received_at, id);
CREATE INDEX score_submission_app_received ON score_submission (app_id, received_at, id);
