-- The months of activity events that are not retained. Events that occurred before the end of the last of them may be missing.
CREATE TABLE activity_dropped_month (
    month bigint PRIMARY KEY, -- months since year 0, as in the ids of its events
    retired_at timestamptz NOT NULL,
    -- When its partition was gone; null while it is being dropped.
    dropped_at timestamptz CHECK (dropped_at >= retired_at)
);

-- The last month that had been dropped when the rule had evaluated all earlier events. Null: it has evaluated the events of all
-- months.
ALTER TABLE activity_burst_rule ADD COLUMN unevaluated_month bigint;
