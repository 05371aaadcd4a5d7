-- The ledger: every submission, as it was sent. Its id is the month of received_at (months since year 0) << 40 | number,
-- so that a month is one partition and an id alone says which. Within a board the number, taken under its lock, is the
-- order in which submissions took effect.
CREATE SEQUENCE score_submission_number;

CREATE TABLE score_submission (
    id             bigint PRIMARY KEY,
    app_id         integer     NOT NULL,
    leaderboard_id integer     NOT NULL,
    participant_id bigint      NOT NULL,
    score          bigint      NOT NULL,
    subscore       bigint      NOT NULL,
    achieved_at    timestamptz NOT NULL,
    received_at    timestamptz NOT NULL,
    -- The board's own time that judged it: it counts in the windows that contain achieved_at and finalise after this.
    board_time     timestamptz NOT NULL,
    metadata       jsonb,
    -- Only with an idempotency key: the digest of what was sent, and the answer that a retry gets.
    idempotency_key text,
    digest          text,
    answer          jsonb,
    CHECK ((idempotency_key IS NULL) = (digest IS NULL) AND (idempotency_key IS NULL) = (answer IS NULL))
) PARTITION BY RANGE (id);

CREATE INDEX score_submission_participant ON score_submission (leaderboard_id, participant_id, achieved_at);
CREATE INDEX score_submission_key ON score_submission (leaderboard_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;

-- What stands: one row per ranking and participant. All orders are ascending: sort_key is ~score where high is better
-- (bit inversion turns the order round over the whole 64 bits, negation would overflow), score itself where low is.
CREATE TABLE entry (
    ranking_id     bigint      NOT NULL,
    participant_id bigint      NOT NULL,
    sort_key       bigint      NOT NULL,
    subscore_key   bigint      NOT NULL,
    tie_key        bigint      NOT NULL,
    achieved_at    timestamptz NOT NULL,
    submission_id  bigint      NOT NULL,
    metadata       jsonb,
    -- The participant first: entry_order finds by ranking, this one by participant too.
    PRIMARY KEY (participant_id, ranking_id)
) PARTITION BY RANGE (ranking_id);

CREATE INDEX entry_order ON entry (ranking_id, sort_key, subscore_key, tie_key, participant_id);
