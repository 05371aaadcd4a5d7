-- Returns an override of a group from a leaderboard's definition, such as timeZone or sortOrder; null if there is none.
CREATE OR REPLACE FUNCTION group_override(overrides jsonb, of_group jsonb, what text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT one ->> what FROM jsonb_array_elements(overrides) AS one WHERE one -> 'group' = of_group
$$;

-- Returns the group of a submission in the grouping with these attributes.
CREATE OR REPLACE FUNCTION group_of(named jsonb, attributes text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(named) WHERE key = ANY (attributes)
$$;

-- Returns the time zone of a leaderboard's group: that of its override, else that of the directory, else the leaderboard's.
CREATE OR REPLACE FUNCTION group_time_zone(board leaderboard, of_group jsonb) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE AS
$$
SELECT coalesce(
    group_override(board.group_overrides, of_group, 'timeZone'),
    CASE WHEN board.time_zone_attribute IS NOT NULL THEN
        (SELECT g.time_zone FROM group_value AS g
         WHERE g.app_id = board.app_id AND g.attribute = board.time_zone_attribute
           AND g.value = of_group ->> board.time_zone_attribute)
    END,
    board.time_zone)
$$;
