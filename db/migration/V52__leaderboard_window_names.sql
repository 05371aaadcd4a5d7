-- Tables and columns of leaderboards and windows are called what the API calls them, and start with the name of their package.
ALTER TABLE leaderboard RENAME COLUMN zone TO time_zone;
ALTER TABLE leaderboard RENAME COLUMN windows TO window_definitions;
ALTER TABLE leaderboard RENAME COLUMN grace TO grace_period;

-- A definition's fields, too. Keys that are absent stay absent.
UPDATE leaderboard
SET window_definitions = (
        SELECT jsonb_agg(
            (SELECT jsonb_object_agg(
                 CASE f.key WHEN 'retain' THEN 'retainCount' WHEN 'anchor' THEN 'anchorTime' ELSE f.key END, f.value)
             FROM jsonb_each(d.value) AS f) ORDER BY d.n)
        FROM jsonb_array_elements(window_definitions) WITH ORDINALITY AS d (value, n))
WHERE jsonb_path_exists(window_definitions, '$[*] ? (exists (@.retain) || exists (@.anchor))');

UPDATE leaderboard
SET group_overrides = (
        SELECT jsonb_agg(
            CASE WHEN o.value ? 'zone' THEN o.value - 'zone' || jsonb_build_object('timeZone', o.value -> 'zone') ELSE o.value END
            ORDER BY o.n)
        FROM jsonb_array_elements(group_overrides) WITH ORDINALITY AS o (value, n))
WHERE jsonb_path_exists(group_overrides, '$[*].zone');

UPDATE leaderboard
SET seasons = (
        SELECT jsonb_agg(
            (SELECT jsonb_object_agg(
                 CASE f.key WHEN 'archivePrevious' THEN 'retainPrevious' WHEN 'carry' THEN 'carryOver' ELSE f.key END, f.value)
             FROM jsonb_each(s.value) AS f) ORDER BY s.n)
        FROM jsonb_array_elements(seasons) WITH ORDINALITY AS s (value, n))
WHERE jsonb_array_length(seasons) > 0;

-- The partial index of the check for expired windows follows the key's new name.
DROP INDEX leaderboard_retain;
CREATE INDEX leaderboard_retain_count ON leaderboard (id) WHERE jsonb_path_exists(window_definitions, '$[*].retainCount');

ALTER TABLE leaderboard_window RENAME COLUMN zone TO time_zone;
ALTER TABLE leaderboard_window RENAME COLUMN of_zone TO follows_time_zone;

ALTER TABLE slice RENAME TO window_slice;
ALTER TABLE deleted_leaderboard RENAME TO leaderboard_deletion;
ALTER TABLE deleted_ranking RENAME TO ranking_deletion;

ALTER TABLE leaderboard RENAME CONSTRAINT leaderboard_grace_check TO leaderboard_grace_period_check;
ALTER TABLE leaderboard RENAME CONSTRAINT leaderboard_windows_check TO leaderboard_window_definitions_check;
ALTER TABLE window_slice RENAME CONSTRAINT slice_pkey TO window_slice_pkey;
ALTER TABLE window_slice RENAME CONSTRAINT slice_name_key TO window_slice_name_key;
ALTER TABLE window_slice RENAME CONSTRAINT slice_check TO window_slice_check;
ALTER TABLE window_slice RENAME CONSTRAINT slice_id_check TO window_slice_id_check;
ALTER INDEX slice_given_up RENAME TO window_slice_given_up;
ALTER SEQUENCE slice_id_seq RENAME TO window_slice_id_seq;
ALTER TABLE leaderboard_deletion RENAME CONSTRAINT deleted_leaderboard_pkey TO leaderboard_deletion_pkey;
ALTER TABLE leaderboard_deletion RENAME CONSTRAINT deleted_leaderboard_app_id_fkey TO leaderboard_deletion_app_id_fkey;
ALTER TABLE ranking_deletion RENAME CONSTRAINT deleted_ranking_pkey TO ranking_deletion_pkey;
