-- Days with changed tallies (day_rule_id), and ranges of days with changed lengths of a streak (streak_id), that are still to be
-- scored.
CREATE TABLE scoring_changed_day (
    app_id integer NOT NULL,
    received_at timestamptz NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    participant_id bigint NOT NULL,
    day_rule_id integer,
    streak_id bigint,
    start_date date NOT NULL,
    end_date date NOT NULL,
    PRIMARY KEY (app_id, received_at, id),
    CHECK (num_nonnulls(day_rule_id, streak_id) = 1),
    CHECK (end_date >= start_date)
);

CREATE INDEX scoring_changed_day_participant ON scoring_changed_day (participant_id, start_date);
