-- Removals of entries. A removal hides what was submitted before it in one window, for one participant.
CREATE TABLE score_removal (
    -- From the numbers of submissions: submissions with lower numbers do not count in the window while the removal holds.
    number         bigint      NOT NULL,
    leaderboard_id integer     NOT NULL,
    window_id      bigint      NOT NULL REFERENCES leaderboard_window (id) ON DELETE CASCADE,
    participant_id bigint      NOT NULL,
    removed_at     timestamptz NOT NULL,
    reason         text,
    restored_at    timestamptz,
    PRIMARY KEY (window_id, participant_id, number)
);

-- The lists of a leaderboard, and of a participant in it.
CREATE INDEX score_removal_leaderboard ON score_removal (leaderboard_id, number);
CREATE INDEX score_removal_participant ON score_removal (leaderboard_id, participant_id, number);

-- The windows of a leaderboard from which entries are removed by default.
CREATE INDEX leaderboard_window_not_final ON leaderboard_window (leaderboard_id) WHERE finalized_at IS NULL AND expired_at IS NULL;
