-- Limits of plausible submissions: what exceeds them is quarantined.
ALTER TABLE leaderboard
    -- Largest plausible change of a participant's score by one submission, fixed-point.
    ADD COLUMN max_step bigint CHECK (max_step >= 0),
    -- Plausible number of submissions of a participant, and the time that has at most so many.
    ADD COLUMN max_submission_rate jsonb CHECK (jsonb_typeof(max_submission_rate) = 'object');
