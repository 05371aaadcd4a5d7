-- A board is deleted in a moment, with its windows and rankings. What there may be millions of is swept afterwards, a part
-- at a time, by whichever node comes first; nothing refers to it any more. Here is noted what is left to be swept.
CREATE TABLE deleted_leaderboard (
    id         integer PRIMARY KEY, -- of the board that is gone: its rows in score_submission
    app_id     integer     NOT NULL REFERENCES app,
    deleted_at timestamptz NOT NULL
);

CREATE TABLE deleted_ranking (
    id bigint PRIMARY KEY -- of the ranking that is gone: its rows in entry
);
