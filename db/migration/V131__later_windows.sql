-- PRESENT: counts only in the oldest two windows of each definition that contain its time. LATER: only in the others. Null: in all.
ALTER TABLE score_submission ADD COLUMN window_scope text;

-- What later windows of the leaderboard have received, if that is not what windows of the present have; and when they receive the
-- rest.
ALTER TABLE scoring_day_score ADD COLUMN later_score numeric, ADD COLUMN later_due_at timestamptz;

CREATE INDEX scoring_day_score_later ON scoring_day_score (policy_id, later_due_at) WHERE later_due_at IS NOT NULL;
