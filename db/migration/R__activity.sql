-- Returns the start of the first month (UTC) from which on all activity events are retained. Null if none was dropped.
CREATE OR REPLACE FUNCTION activity_complete_since() RETURNS timestamptz
    LANGUAGE sql STABLE AS
$$
    SELECT make_timestamptz((d.month / 12)::integer, (d.month % 12 + 1)::integer, 1, 0, 0, 0, 'UTC')
    FROM (SELECT max(month) + 1 AS month FROM activity_dropped_month) AS d
$$;

-- Returns the first day, by any day rule, with all its events and their bursts, if the events of a month and of earlier ones are
-- dropped: the second day of the next month. The first one starts before the month in time zones that are ahead of UTC.
CREATE OR REPLACE FUNCTION activity_complete_day(dropped_month bigint) RETURNS date
    LANGUAGE sql IMMUTABLE STRICT AS
$$
    SELECT make_date(((dropped_month + 1) / 12)::integer, ((dropped_month + 1) % 12 + 1)::integer, 2)
$$;

-- Returns the group of a participant at present. For each attribute, the later of its own value and of that of its latest event
-- counts.
CREATE OR REPLACE FUNCTION activity_current_group(own jsonb, set_at timestamptz, reported jsonb, occurred_at timestamptz)
    RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT CASE WHEN occurred_at > set_at THEN own || reported ELSE coalesce(reported, '{}') || own END
$$;
