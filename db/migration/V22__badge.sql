-- What can be earned, as data.
CREATE TABLE badge (
    id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id       integer     NOT NULL REFERENCES app,
    key          text        NOT NULL,
    name         text        NOT NULL,
    description  text,
    image_url    text,
    enabled      boolean     NOT NULL,
    recurrence   text        NOT NULL CHECK (recurrence IN ('ONCE', 'EACH_PERIOD')),
    rule         jsonb       NOT NULL CHECK (jsonb_typeof(rule) = 'object'),
    -- It is earned by what comes after: an event, or a change of its leaderboard.
    follows_from bigint      NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    UNIQUE (app_id, key)
);

-- That somebody has earned one, once for each period.
CREATE TABLE badge_award (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id          integer     NOT NULL REFERENCES app,
    badge_id        integer     NOT NULL REFERENCES badge,
    participant_id  bigint      NOT NULL,
    period          text        NOT NULL, -- empty where it can be earned once
    -- What it was earned by: a window, or a day of the participant's (of a streak, that on which the run started).
    window_id       bigint,
    day             date,
    reason          text,
    awarded_at      timestamptz NOT NULL,
    revoked_at      timestamptz,
    revoked_because text CHECK ((revoked_because IS NULL) = (revoked_at IS NULL)),
    -- Whether it was revoked because its window was corrected, so that it may be earned again.
    corrected       boolean     NOT NULL CHECK (NOT corrected OR revoked_at IS NOT NULL),
    UNIQUE (badge_id, participant_id, period)
);
CREATE INDEX badge_award_listed ON badge_award (badge_id, id);
CREATE INDEX badge_award_held ON badge_award (badge_id, participant_id) WHERE revoked_at IS NULL;
CREATE INDEX badge_award_participant ON badge_award (participant_id, id);
CREATE INDEX badge_award_window ON badge_award (window_id, badge_id);

-- The last event of an app by which badges were awarded, and the last change of a leaderboard.
CREATE TABLE badge_event_position (
    app_id         integer PRIMARY KEY REFERENCES app,
    event_position bigint NOT NULL
);
CREATE TABLE badge_board_position (
    leaderboard_id integer PRIMARY KEY REFERENCES leaderboard ON DELETE CASCADE,
    sequence       bigint      NOT NULL,
    looked_at      timestamptz NOT NULL -- windows that were final before had been looked through
);
