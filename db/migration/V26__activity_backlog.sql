-- What activity leaves to jobs, which do it in parts: each part is one transaction. Parts are taken in the order of their turns,
-- and what is left of one goes to the end.

-- Days that a policy scores again because the length of a streak may have changed on them.
CREATE TABLE day_score_due (
    participant_id bigint  NOT NULL,
    policy_id      integer NOT NULL,
    app_id         integer NOT NULL,
    from_day       date    NOT NULL,
    through_day    date    NOT NULL CHECK (through_day >= from_day),
    turn           bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (participant_id, policy_id)
);
CREATE INDEX day_score_due_turn ON day_score_due (app_id, turn);

-- Streaks that do not have all that was counted before they were defined: they have it through this day of this participant.
CREATE TABLE streak_fill (
    streak_id      bigint  PRIMARY KEY REFERENCES streak,
    app_id         integer NOT NULL REFERENCES app,
    participant_id bigint  NOT NULL,
    day            date    NOT NULL
);
CREATE INDEX streak_fill_app ON streak_fill (app_id);
CREATE INDEX participant_app ON participant (app_id, id);

-- Days of participants by which badges may have been earned.
CREATE TABLE badge_due (
    participant_id bigint  NOT NULL,
    day_rule_id    integer NOT NULL,
    day            date    NOT NULL,
    app_id         integer NOT NULL,
    last_badge_id  integer NOT NULL, -- the last badge that there was; those that came later are not earned by it
    badge_id       integer NOT NULL, -- the place from which to go on: the next badge,
    next_day       date    NOT NULL, -- and the next day with which its days end
    turn           bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (participant_id, day_rule_id, day)
);
CREATE INDEX badge_due_turn ON badge_due (app_id, turn);

-- Participants whose streaks an amnesty, or its end, may change.
CREATE TABLE amnesty_due (
    turn           bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id         integer NOT NULL,
    streak_id      bigint  NOT NULL,
    participant_id bigint  NOT NULL,
    from_day       date    NOT NULL,
    through_day    date    NOT NULL,
    lost           boolean NOT NULL -- whether the days are not forgiven any more
);
CREATE INDEX amnesty_due_turn ON amnesty_due (app_id, turn);
