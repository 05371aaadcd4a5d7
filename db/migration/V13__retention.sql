-- Whether a window follows the wall clock of its zone. In such a window those groups stand whose zone it is; in others all do.
-- Kept here, because the definition that it comes from may be gone.
ALTER TABLE leaderboard_window
    ADD COLUMN of_zone boolean NOT NULL DEFAULT false;

UPDATE leaderboard_window SET of_zone = kind NOT IN ('ALL_TIME', 'SEASON');

-- The months of the ledger that are kept no more. What was received before the end of the last of them, nobody derives from.
CREATE TABLE dropped_month (
    month       bigint PRIMARY KEY, -- months since year 0, as in the ids of its submissions
    given_up_at timestamptz NOT NULL,
    -- When its partition was gone; null while it is being dropped.
    dropped_at  timestamptz CHECK (dropped_at >= given_up_at)
);
