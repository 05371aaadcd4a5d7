-- Groupings, as SQL's GROUPING SETS: [[], ["region"], ["region", "platform"]]. [] is everyone.
ALTER TABLE leaderboard
    ADD COLUMN groupings jsonb NOT NULL DEFAULT '[[]]'
        CHECK (jsonb_typeof(groupings) = 'array' AND jsonb_array_length(groupings) > 0),
    -- When it took its first submission: what its scores depend on cannot change after that.
    ADD COLUMN scored_at timestamptz;

UPDATE leaderboard SET scored_at =
    (SELECT min(s.received_at) FROM score_submission AS s WHERE s.leaderboard_id = leaderboard.id);
