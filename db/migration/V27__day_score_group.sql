-- Whether a submission names its group only for where nothing stands: else what stands goes to that group.
ALTER TABLE score_submission ADD COLUMN keeps_group boolean NOT NULL DEFAULT false;

-- Where the participant belonged when a board took the score: what is corrected later is corrected there. Null where no board has
-- taken anything, or where that was before this was kept.
ALTER TABLE day_score ADD COLUMN group_values jsonb CHECK (jsonb_typeof(group_values) = 'object');
