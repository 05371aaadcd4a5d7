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
