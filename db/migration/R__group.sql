-- What a board's definition says of one group otherwise than of the whole: its zone, its sortOrder; null where nothing.
CREATE OR REPLACE FUNCTION group_override(overrides jsonb, of_group jsonb, what text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT one ->> what FROM jsonb_array_elements(overrides) AS one WHERE one -> 'group' = of_group
$$;

-- The group that the values which a submission named make in the grouping of these attributes.
CREATE OR REPLACE FUNCTION group_of(named jsonb, attributes text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(named) WHERE key = ANY (attributes)
$$;
