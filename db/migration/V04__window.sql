-- A slice is one partition of entry: the windows of like kinds that start in one stretch of time, of all boards.
-- Its number is the high part of the ids of its rankings, so a ranking's id alone says where its entries are.
CREATE TABLE slice (
    id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY CHECK (id < 1 << 22),
    name      text        NOT NULL UNIQUE,
    opened_at timestamptz NOT NULL
);

-- A window of a board. Called leaderboard_window because WINDOW is a reserved word. ALL_TIME has no bounds.
CREATE TABLE leaderboard_window (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id         integer     NOT NULL REFERENCES app,
    leaderboard_id integer     NOT NULL REFERENCES leaderboard ON DELETE CASCADE,
    slice_id       integer     NOT NULL REFERENCES slice,
    kind           text        NOT NULL,
    -- Which of the board's window definitions it comes from; the calendar kinds have one each, named like the kind.
    definition     text        NOT NULL,
    name           text        NOT NULL,
    zone           text        NOT NULL,
    starts_at      timestamptz,
    ends_at        timestamptz,
    finalizes_at   timestamptz,
    opened_at      timestamptz NOT NULL,
    CHECK (starts_at < ends_at AND ends_at <= finalizes_at)
);

-- A window without a start counts as starting at -infinity, so that look-ups by key use the index.
CREATE UNIQUE INDEX leaderboard_window_key
    ON leaderboard_window (leaderboard_id, definition, zone, coalesce(starts_at, '-infinity'));
CREATE INDEX leaderboard_window_name ON leaderboard_window (leaderboard_id, zone, name);

-- A ranking is one window of one group: an ordered list. The group of everyone is {}.
CREATE SEQUENCE ranking_number;

CREATE TABLE ranking (
    id             bigint PRIMARY KEY, -- slice_id << 40 | ranking_number
    app_id         integer NOT NULL REFERENCES app,
    leaderboard_id integer NOT NULL REFERENCES leaderboard ON DELETE CASCADE,
    window_id      bigint  NOT NULL REFERENCES leaderboard_window ON DELETE CASCADE,
    -- The order that its entries' keys are made by; a group may have another than its board.
    sort_order     text    NOT NULL CHECK (sort_order IN ('DESCENDING', 'ASCENDING')),
    group_values   jsonb   NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(group_values) = 'object'),
    UNIQUE (window_id, group_values)
);

CREATE INDEX ranking_leaderboard ON ranking (leaderboard_id);
