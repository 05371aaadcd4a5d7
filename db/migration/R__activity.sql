-- Returns the start of the first month (UTC) from which on all activity events are retained. Null if none was dropped.
CREATE OR REPLACE FUNCTION activity_complete_since() RETURNS timestamptz
    LANGUAGE sql STABLE AS
$$
    SELECT make_timestamptz((d.month / 12)::integer, (d.month % 12 + 1)::integer, 1, 0, 0, 0, 'UTC')
    FROM (SELECT max(month) + 1 AS month FROM activity_dropped_month) AS d
$$;
