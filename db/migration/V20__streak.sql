-- How many days, or weeks, in a row a participant was active. Days of a streak of weeks are Mondays, each for its week.
CREATE TABLE streak (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id      integer     NOT NULL REFERENCES app,
    key         text        NOT NULL,
    name        text,
    unit        text        NOT NULL CHECK (unit IN ('DAY', 'WEEK')),
    day_rule_id integer     NOT NULL REFERENCES day_rule,
    event_types text[]      NOT NULL, -- in their order, none twice; none is all
    created_at  timestamptz NOT NULL,
    UNIQUE (app_id, key)
);

-- How many events count for a day. The day is active where there are any; those that are muted later are taken away again, so
-- there is no CHECK here: it would be asked of what is taken away.
CREATE TABLE streak_day (
    streak_id      bigint  NOT NULL,
    participant_id bigint  NOT NULL,
    day            date    NOT NULL,
    events         integer NOT NULL,
    PRIMARY KEY (participant_id, streak_id, day)
);

-- Days that need not be active: of a participant, and of everybody.
CREATE TABLE frozen_day (
    streak_id      bigint NOT NULL,
    participant_id bigint NOT NULL,
    day            date   NOT NULL,
    PRIMARY KEY (participant_id, streak_id, day)
);
CREATE INDEX frozen_day_day ON frozen_day (streak_id, day);

CREATE TABLE forgiven_day (
    streak_id bigint NOT NULL,
    day       date   NOT NULL,
    PRIMARY KEY (streak_id, day)
);

-- Active days between which each day is active, frozen or forgiven, as many as possible. What streaks are read from: a function
-- of the three tables above, and changed with them.
CREATE TABLE streak_run (
    streak_id      bigint  NOT NULL,
    participant_id bigint  NOT NULL,
    started_on     date    NOT NULL,
    last_active_on date    NOT NULL CHECK (last_active_on >= started_on),
    length         integer NOT NULL CHECK (length > 0), -- active days
    PRIMARY KEY (participant_id, streak_id, started_on)
);
CREATE INDEX streak_run_last_active_on ON streak_run (streak_id, last_active_on);
