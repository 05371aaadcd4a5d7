-- Bans and hidden participants. While one is in force, the participant counts nowhere in its leaderboards.
CREATE TABLE participant_restriction (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id         integer     NOT NULL REFERENCES app,
    participant_id bigint      NOT NULL,
    -- Null for all leaderboards of the app.
    leaderboard_id integer     REFERENCES leaderboard ON DELETE CASCADE,
    kind           text        NOT NULL CHECK (kind IN ('BAN', 'HIDE')),
    reason         text,
    created_at     timestamptz NOT NULL,
    created_by     text        NOT NULL,
    expires_at     timestamptz,
    -- It is in force while this is null.
    ended_at       timestamptz,
    -- Null if it has expired.
    ended_by       text
);

CREATE UNIQUE INDEX participant_restriction_in_force ON participant_restriction (participant_id, kind, coalesce(leaderboard_id, 0))
    WHERE ended_at IS NULL;
CREATE INDEX participant_restriction_expiring ON participant_restriction (expires_at) WHERE ended_at IS NULL;
CREATE INDEX participant_restriction_leaderboard ON participant_restriction (leaderboard_id);

-- The lists of an app and of a participant.
CREATE INDEX participant_restriction_app ON participant_restriction (app_id, id);
CREATE INDEX participant_restriction_participant ON participant_restriction (participant_id, id);

-- Entries that have yet to follow the restrictions of their participant. Leaderboard 0: those with such entries have yet to be
-- found.
CREATE TABLE restriction_task (
    participant_id bigint  NOT NULL,
    leaderboard_id integer NOT NULL,
    app_id         integer NOT NULL REFERENCES app,
    PRIMARY KEY (participant_id, leaderboard_id)
);
