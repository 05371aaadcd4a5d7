-- What changed in the rankings of a board, a row for each transaction that changed some.
CREATE TABLE outbox (
    -- Given under the board's lock: a board's grow in the order in which they become visible.
    sequence             bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
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
);
CREATE INDEX outbox_of_board ON outbox (leaderboard_id, sequence);
