-- A leaderboard is data: what it ranks, how, and over which windows.
CREATE TABLE leaderboard (
    id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id       integer     NOT NULL REFERENCES app,
    key          text        NOT NULL,
    name         text        NOT NULL,
    description  text,
    metadata     jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(metadata) = 'object'),
    entity_types text[]      NOT NULL CHECK (cardinality(entity_types) > 0),
    sort_order   text        NOT NULL CHECK (sort_order IN ('DESCENDING', 'ASCENDING')),
    update_mode  text        NOT NULL CHECK (update_mode IN ('REPLACE', 'INCREMENT', 'MAX', 'MIN')),
    decimals     smallint    NOT NULL CHECK (decimals BETWEEN 0 AND 9),
    -- Bounds, scores and totals are fixed-point: the decimal score times 10 to the power of decimals.
    min_score    bigint,
    max_score    bigint,
    tie_rule     text        NOT NULL CHECK (tie_rule IN ('EARLIEST', 'LATEST', 'ID')),
    zone         text        NOT NULL,
    -- [{"kind": "DAILY"}, ...]: read and written whole, so it needs no table of its own.
    windows      jsonb       NOT NULL CHECK (jsonb_array_length(windows) > 0),
    -- SYSTEM: time is the service's. SUBMISSIONS: time is the latest achieved_at seen, kept in clock_at.
    clock        text        NOT NULL CHECK (clock IN ('SYSTEM', 'SUBMISSIONS')),
    clock_at     timestamptz CHECK (clock_at IS NULL OR clock = 'SUBMISSIONS'),
    visibility   text        NOT NULL CHECK (visibility IN ('PUBLIC', 'PRIVATE')),
    version      integer     NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    archived_at  timestamptz,
    UNIQUE (app_id, key),
    CHECK (min_score <= max_score)
);
