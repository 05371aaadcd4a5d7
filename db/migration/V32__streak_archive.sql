-- Definitions of streaks have versions, and can be archived: an archived one counts nothing.
ALTER TABLE streak
    ADD COLUMN version     integer NOT NULL DEFAULT 1,
    ADD COLUMN updated_at  timestamptz,
    ADD COLUMN archived_at timestamptz;
UPDATE streak SET updated_at = created_at;
ALTER TABLE streak ALTER COLUMN updated_at SET NOT NULL;

ALTER TABLE streak_run RENAME COLUMN started_on TO start_date;
ALTER TABLE streak_run RENAME COLUMN last_active_on TO end_date;
ALTER INDEX streak_run_last_active_on RENAME TO streak_run_end_date;

ALTER TABLE forgiven_day RENAME TO amnesty_day;
ALTER TABLE amnesty_day RENAME CONSTRAINT forgiven_day_pkey TO amnesty_day_pkey;

UPDATE day_rule SET rule = jsonb_build_object(
    'kind', CASE rule ->> 'basis' WHEN 'ZONE' THEN 'FIXED' ELSE rule ->> 'basis' END,
    'timeZone', rule -> 'zone',
    'groupTimeZones', coalesce(
        (SELECT jsonb_agg(jsonb_build_object('group', g.zone -> 'group', 'timeZone', g.zone -> 'zone') ORDER BY g.n)
         FROM jsonb_array_elements(rule -> 'groupZones') WITH ORDINALITY AS g (zone, n)),
        '[]'));
