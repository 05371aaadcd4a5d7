-- How activity becomes scores. What a version says never changes.
CREATE TABLE scoring_policy (
    id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id      integer     NOT NULL REFERENCES app,
    key         text        NOT NULL,
    day_rule_id integer     NOT NULL REFERENCES day_rule,
    created_at  timestamptz NOT NULL,
    UNIQUE (app_id, key)
);

CREATE TABLE scoring_version (
    policy_id  integer     NOT NULL REFERENCES scoring_policy,
    number     integer     NOT NULL CHECK (number >= 1),
    rules      jsonb       NOT NULL CHECK (jsonb_typeof(rules) = 'object'),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (policy_id, number)
);

-- From which day on a version scores, until the next row's; the first is from the first day of year 1.
CREATE TABLE scoring_in_force (
    policy_id integer     NOT NULL,
    from_day  date        NOT NULL,
    number    integer     NOT NULL,
    made_at   timestamptz NOT NULL,
    PRIMARY KEY (policy_id, from_day),
    FOREIGN KEY (policy_id, number) REFERENCES scoring_version
);

-- The board that a pillar feeds, in every version that has the pillar; no other does.
CREATE TABLE scoring_board (
    policy_id      integer NOT NULL REFERENCES scoring_policy,
    pillar         text    NOT NULL,
    leaderboard_id integer NOT NULL UNIQUE REFERENCES leaderboard ON DELETE CASCADE,
    PRIMARY KEY (policy_id, pillar)
);

-- What a participant's day came to. A row that is missing is 0 of nothing.
CREATE TABLE day_score (
    participant_id bigint  NOT NULL,
    policy_id      integer NOT NULL,
    day            date    NOT NULL,
    pillar         text    NOT NULL,
    score          numeric NOT NULL,
    taken          numeric NOT NULL, -- what of it was submitted, and not refused
    leaderboard_id integer,          -- to which; one that is made anew has taken nothing
    PRIMARY KEY (participant_id, policy_id, day, pillar)
);
