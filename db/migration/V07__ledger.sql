-- Where a submission counted, as it was decided then: definitions change, and an entry is derived again from what counted.
ALTER TABLE score_submission
    -- The group values that it named: {"region": "eu"}.
    ADD COLUMN group_values jsonb    NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(group_values) = 'object'),
    -- The windows that took it.
    ADD COLUMN window_ids   bigint[] NOT NULL DEFAULT '{}',
    -- A removed submission counts nowhere, and stays to be seen.
    ADD COLUMN removed_at     timestamptz,
    ADD COLUMN removal_reason text CHECK (removal_reason IS NULL OR removed_at IS NOT NULL);

-- Until now a board's definition could not change, so the rule itself tells where each counted.
UPDATE score_submission AS s SET window_ids = ARRAY(
    SELECT w.id FROM leaderboard_window AS w
    WHERE w.leaderboard_id = s.leaderboard_id
      AND coalesce(w.starts_at, '-infinity') <= s.achieved_at AND s.achieved_at < coalesce(w.ends_at, 'infinity')
      AND s.board_time < coalesce(w.finalizes_at, 'infinity')
    ORDER BY w.id);
