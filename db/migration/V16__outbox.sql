-- What changed in the rankings of a board, a row for each transaction that changed some. A partition for each day (UTC) of at,
-- because it is kept for a day or so and then dropped.
CREATE SEQUENCE outbox_sequence;

CREATE TABLE outbox (
    -- Given under the board's lock: a board's grow in the order in which they become visible.
    sequence             bigint      NOT NULL,
    leaderboard_id       integer     NOT NULL,
    at                   timestamptz NOT NULL,
    -- One element for each entry that came, went or changed; all null where there were too many to tell.
    rankings             bigint[],
    participants         bigint[],
    -- Its place before: null elements where it had none.
    before_sort_keys     bigint[],
    before_subscore_keys bigint[],
    before_tie_keys      bigint[],
    -- Its place after: null elements where it has none.
    after_sort_keys      bigint[],
    after_subscore_keys  bigint[],
    after_tie_keys       bigint[]
) PARTITION BY RANGE (at);
-- Not compressed: of a batch of 5,000 entries that would take 40 ms, under the board's lock, where writing them takes 4.
ALTER TABLE outbox
    ALTER rankings SET STORAGE EXTERNAL, ALTER participants SET STORAGE EXTERNAL,
    ALTER before_sort_keys SET STORAGE EXTERNAL, ALTER before_subscore_keys SET STORAGE EXTERNAL,
    ALTER before_tie_keys SET STORAGE EXTERNAL,
    ALTER after_sort_keys SET STORAGE EXTERNAL, ALTER after_subscore_keys SET STORAGE EXTERNAL,
    ALTER after_tie_keys SET STORAGE EXTERNAL;

CREATE INDEX outbox_of_board ON outbox (leaderboard_id, sequence);

-- The days of the outbox that are kept no more. Changes of up to the greatest sequence here may be gone.
CREATE TABLE dropped_outbox (
    day         date PRIMARY KEY,
    sequence    bigint      NOT NULL, -- the greatest of that day and of all days before
    given_up_at timestamptz NOT NULL,
    -- When its partition was gone; null while it is being dropped. Rows of days before are deleted then.
    dropped_at  timestamptz CHECK (dropped_at >= given_up_at)
);
