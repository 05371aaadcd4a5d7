-- Positions of badges and webhooks, in the words of the API.
ALTER TABLE badge_board_position RENAME TO badge_leaderboard_position;
ALTER TABLE badge_leaderboard_position RENAME COLUMN looked_at TO read_at;
ALTER TABLE webhook_position RENAME COLUMN anew TO snapshot_due;
ALTER TABLE webhook RENAME COLUMN failing_since TO failure_started_at;
ALTER TABLE badge_leaderboard_position RENAME CONSTRAINT badge_board_position_pkey TO badge_leaderboard_position_pkey;
ALTER TABLE badge_leaderboard_position
    RENAME CONSTRAINT badge_board_position_leaderboard_id_fkey TO badge_leaderboard_position_leaderboard_id_fkey;
ALTER TABLE badge_award RENAME COLUMN corrected TO revoked_by_correction;

-- Rules of badges have the names of their fields in the API.
UPDATE badge
SET rule = (
    SELECT jsonb_object_agg(
        CASE r.key
            WHEN 'leaderboard' THEN 'leaderboardKey'
            WHEN 'definition' THEN 'windowDefinitionKey'
            WHEN 'rankAtMost' THEN 'maxRank'
            WHEN 'streak' THEN 'streakKey'
            WHEN 'policy' THEN 'scoringPolicyKey'
            WHEN 'counter' THEN 'counterName'
            WHEN 'atLeast' THEN 'threshold'
            WHEN 'days' THEN 'dayCount'
            ELSE r.key
        END, r.value)
    FROM jsonb_each(rule) AS r);
