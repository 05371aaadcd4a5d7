-- Window definitions have keys: those of the kinds (daily), and of CUSTOM ones their names. The key of a CUSTOM definition
-- whose name is the key of a kind begins with custom- from now on. retain was keep, interval was every.
CREATE FUNCTION pg_temp.definition_key(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    RETURN CASE
        WHEN name IN ('hourly', 'daily', 'weekly', 'monthly', 'yearly', 'all-time', 'season') THEN 'custom-' || name
        WHEN name IN ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'ALL_TIME', 'SEASON') THEN lower(replace(name, '_', '-'))
        ELSE name
    END;

DROP INDEX leaderboard_keep;

UPDATE leaderboard
SET windows = (
    SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'kind', one -> 'kind', 'key', pg_temp.definition_key(coalesce(one ->> 'name', one ->> 'kind')),
               'retain', one -> 'keep', 'anchor', one -> 'anchor', 'interval', one -> 'every', 'length', one -> 'length'))
               ORDER BY number)
    FROM jsonb_array_elements(windows) WITH ORDINALITY AS w (one, number));

-- First those that make room.
UPDATE leaderboard_window
SET definition = pg_temp.definition_key(definition), name = 'custom-' || name
WHERE kind = 'CUSTOM' AND definition <> pg_temp.definition_key(definition);
UPDATE leaderboard_window SET definition = pg_temp.definition_key(definition) WHERE kind <> 'CUSTOM';

UPDATE badge
SET rule = jsonb_set(rule, '{definition}', to_jsonb(pg_temp.definition_key(rule ->> 'definition')))
WHERE rule ? 'definition';

UPDATE webhook
SET definitions = ARRAY (SELECT pg_temp.definition_key(name) FROM unnest(definitions) AS name);

CREATE INDEX leaderboard_retain ON leaderboard (id) WHERE jsonb_path_exists(windows, '$[*].retain');
