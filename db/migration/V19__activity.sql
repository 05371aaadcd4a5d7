-- The rules by which an app's days begin: rows that streaks and policies share, so that a day is counted once for all of one rule.
CREATE TABLE day_rule (
    id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id     integer     NOT NULL REFERENCES app,
    rule       jsonb       NOT NULL CHECK (jsonb_typeof(rule) = 'object'),
    created_at timestamptz NOT NULL,
    UNIQUE (app_id, rule)
);

-- Every activity event, as it was sent. Its id is the month of occurred_at (months since year 0) << 40 | number, so that a month
-- is one partition, and an id or a moment alone says which.
CREATE SEQUENCE activity_event_number;

CREATE TABLE activity_event (
    id           bigint PRIMARY KEY,
    app_id       integer     NOT NULL,
    event_id     text        NOT NULL, -- the sender's
    type         text        NOT NULL,
    actor_id     bigint      NOT NULL,
    peer_id      bigint CHECK (peer_id <> actor_id),
    winner_id    bigint CHECK (winner_id IN (actor_id, peer_id)),
    value        numeric,
    group_values jsonb       NOT NULL,
    -- Where it happened, and the parties' own zones: what their days follow, as it was known when this was received.
    zone         text,
    actor_zone   text,
    peer_zone    text,
    occurred_at  timestamptz NOT NULL,
    received_at  timestamptz NOT NULL,
    attributes   jsonb       NOT NULL,
    -- The last day_rule that there was then: it is counted by those up to this one. 0 where there was none.
    last_day_rule_id integer NOT NULL,
    -- Part of a burst: kept, and counted nowhere.
    muted        boolean     NOT NULL
) PARTITION BY RANGE (id);
CREATE INDEX activity_event_actor ON activity_event (actor_id, occurred_at);

-- Which events there are, by the ids that their senders gave them: what makes each count once.
CREATE TABLE activity_id (
    app_id   integer NOT NULL,
    event_id text    NOT NULL,
    id       bigint  NOT NULL,
    digest   text    NOT NULL, -- of all that was sent
    PRIMARY KEY (app_id, event_id)
);

-- Seconds (UTC) of which an actor has more events than a person does; muted are those of a run that is longer than it may be.
CREATE TABLE busy_second (
    actor_id bigint      NOT NULL,
    second   timestamptz NOT NULL,
    muted    boolean     NOT NULL,
    PRIMARY KEY (actor_id, second)
);

-- What a participant did on one of its days: how many events of a type it had a part in. Muted ones are not counted.
CREATE TABLE daily_tally (
    day_rule_id    integer NOT NULL,
    participant_id bigint  NOT NULL,
    day            date    NOT NULL,
    type           text    NOT NULL,
    part           text    NOT NULL CHECK (part IN ('ACTOR', 'PEER', 'WINNER')),
    events         integer NOT NULL CHECK (events >= 0),
    total          numeric NOT NULL, -- of the events' values
    PRIMARY KEY (participant_id, day_rule_id, day, type, part)
);
CREATE INDEX daily_tally_day ON daily_tally (day_rule_id, day);

-- With whom: a row without events is nobody.
CREATE TABLE daily_peer (
    day_rule_id    integer NOT NULL,
    participant_id bigint  NOT NULL,
    day            date    NOT NULL,
    type           text    NOT NULL,
    part           text    NOT NULL CHECK (part IN ('ACTOR', 'PEER', 'WINNER')),
    peer_id        bigint  NOT NULL,
    events         integer NOT NULL CHECK (events >= 0),
    PRIMARY KEY (participant_id, day_rule_id, day, type, part, peer_id)
);

-- Where a participant belongs: what the latest event says, by when it occurred and then by its sender's id.
CREATE TABLE activity_group (
    participant_id bigint      PRIMARY KEY,
    group_values   jsonb       NOT NULL,
    occurred_at    timestamptz NOT NULL,
    event_id       text        NOT NULL
);
