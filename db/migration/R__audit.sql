-- Writes audit_record in the transaction of an administrative act. The act is the setting laurel.act of the transaction, a
-- JSON object: app, actor, role, action and at. Without it the triggers do nothing, as for submissions and background work.
--
-- The end of this file lists the audited tables. A new table of definitions or administrative state needs a line there.

-- camelCase, as in the API.
CREATE OR REPLACE FUNCTION audit_field(column_name text) RETURNS text
    LANGUAGE sql IMMUTABLE AS
$$
SELECT lower(left(column_name, 1)) || substr(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), 2)
$$;

-- A row with the keys of what it refers to instead of its ids, so that it can be read without the other rows. Locks the
-- participant: a record that names it is either there when it is erased, or does not get its name.
CREATE OR REPLACE FUNCTION audit_keyed(fields jsonb) RETURNS jsonb
    LANGUAGE sql VOLATILE AS
$$
SELECT fields - '{participant_id,leaderboard_id,window_id,badge_id,streak_id,policy_id,day_rule_id}'::text[]
    || CASE WHEN fields ? 'participant_id' THEN jsonb_build_object('participant', (
           SELECT p.entity_type || '/' || p.external_id FROM participant AS p
           WHERE p.id = (fields ->> 'participant_id')::bigint FOR KEY SHARE)) ELSE '{}' END
    || CASE WHEN fields ? 'leaderboard_id' THEN jsonb_build_object('leaderboard_key', (
           SELECT b.key FROM leaderboard AS b WHERE b.id = (fields ->> 'leaderboard_id')::integer)) ELSE '{}' END
    || CASE WHEN fields ? 'window_id' THEN jsonb_build_object('window_name', (
           SELECT w.name FROM leaderboard_window AS w WHERE w.id = (fields ->> 'window_id')::bigint)) ELSE '{}' END
    || CASE WHEN fields ? 'badge_id' THEN jsonb_build_object('badge_key', (
           SELECT b.key FROM badge AS b WHERE b.id = (fields ->> 'badge_id')::integer)) ELSE '{}' END
    || CASE WHEN fields ? 'streak_id' THEN jsonb_build_object('streak_key', (
           SELECT s.key FROM streak AS s WHERE s.id = (fields ->> 'streak_id')::bigint)) ELSE '{}' END
    || CASE WHEN fields ? 'policy_id' THEN jsonb_build_object('scoring_policy_key', (
           SELECT p.key FROM scoring_policy AS p WHERE p.id = (fields ->> 'policy_id')::integer)) ELSE '{}' END
    || CASE WHEN fields ? 'day_rule_id' THEN jsonb_build_object('day_rule', (
           SELECT r.rule FROM streak_day_rule AS r WHERE r.id = (fields ->> 'day_rule_id')::integer)) ELSE '{}' END
$$;

-- The fields of a row that differ from another row, and those of the key. Null if there is no row.
CREATE OR REPLACE FUNCTION audit_difference(fields jsonb, other jsonb, keys text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE AS
$$
BEGIN
    RETURN (SELECT jsonb_object_agg(audit_field(f.key), f.value)
            FROM jsonb_each(fields) AS f
            WHERE CASE WHEN other IS NULL THEN f.value <> 'null'
                       ELSE f.key = ANY (keys) OR f.value IS DISTINCT FROM other -> f.key END);
END
$$;

-- At most 64 KiB: of larger fields only the size is kept.
CREATE OR REPLACE FUNCTION audit_bounded(fields jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE AS
$$
SELECT CASE WHEN octet_length(fields::text) <= 65536 THEN fields
            ELSE (SELECT jsonb_object_agg(f.key, CASE WHEN octet_length(f.value::text) <= 1024 THEN f.value
                                                 ELSE jsonb_build_object('omittedBytes', octet_length(f.value::text)) END)
                  FROM jsonb_each(fields) AS f) END
$$;

-- Creates the partition of a month if it is missing.
CREATE OR REPLACE FUNCTION open_audit_month(month bigint) RETURNS void
    LANGUAGE plpgsql AS
$$
DECLARE
    partition text := 'audit_record_' || month;
BEGIN
    IF to_regclass(partition) IS NULL THEN
        PERFORM add_partition('audit_record', month, 'audit of ' || month / 12 || '-' || month % 12 + 1);
        -- Partitions inherit the triggers of rows, but not this one.
        EXECUTE format('CREATE OR REPLACE TRIGGER append_only_table BEFORE TRUNCATE ON %I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()', partition);
    END IF;
END
$$;

CREATE OR REPLACE FUNCTION audit_write(app integer, subject_type text, subject_key text, subject_id bigint, board integer,
                                       before jsonb, after jsonb) RETURNS void
    LANGUAGE plpgsql AS
$$
DECLARE
    act jsonb := current_setting('laurel.act')::jsonb;
    moment timestamptz := act ->> 'at';
    month bigint := extract(year FROM moment AT TIME ZONE 'UTC') * 12 + extract(month FROM moment AT TIME ZONE 'UTC') - 1;
BEGIN
    PERFORM open_audit_month(month);
    INSERT INTO audit_record (id, app_id, recorded_at, actor, role, action, subject_type, subject_key, subject_id,
                              leaderboard_id, before, after)
    VALUES (month << 40 | nextval('audit_record_number'), coalesce(app, (act ->> 'app')::integer), moment, act ->> 'actor',
            act ->> 'role', act ->> 'action', subject_type, subject_key, subject_id, board, audit_bounded(before),
            audit_bounded(after));
END
$$;

-- Records an act that changes many rows, as one record with their number. Returns the number.
CREATE OR REPLACE FUNCTION audit_count(subject_type text, subject_id bigint, field text, number bigint) RETURNS bigint
    LANGUAGE plpgsql AS
$$
BEGIN
    IF current_setting('laurel.act', true) <> '' THEN
        PERFORM audit_write(NULL, subject_type, NULL, subject_id, NULL, NULL, jsonb_build_object(field, number));
    END IF;
    RETURN number;
END
$$;

-- Records a changed row. Arguments of the trigger: type of the subject; the fields of its key; excluded columns; the actions
-- that are recorded, none for all. Intervals are written like durations of the API.
CREATE OR REPLACE FUNCTION audit() RETURNS trigger
    LANGUAGE plpgsql SET intervalstyle = 'iso_8601' AS
$$
DECLARE
    keys text[] := TG_ARGV[1];
    excluded text[] := TG_ARGV[2]::text[] || '{id,app_id,updated_at}'::text[];
    actions text[] := TG_ARGV[3];
    fields jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    keyed jsonb;
    old_fields jsonb;
    new_fields jsonb;
BEGIN
    IF cardinality(actions) > 0 AND current_setting('laurel.act')::jsonb ->> 'action' <> ALL (actions) THEN
        RETURN NULL;
    END IF;
    keyed := audit_keyed(fields - excluded);
    IF TG_OP = 'UPDATE' THEN
        old_fields := audit_keyed(to_jsonb(OLD) - excluded);
        new_fields := keyed;
        IF old_fields = new_fields THEN
            RETURN NULL;
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        old_fields := keyed;
    ELSE
        new_fields := keyed;
    END IF;
    PERFORM audit_write(
        CASE TG_TABLE_NAME WHEN 'app' THEN (fields ->> 'id')::integer ELSE (fields ->> 'app_id')::integer END,
        TG_ARGV[0],
        (SELECT string_agg(keyed ->> k.name, '/' ORDER BY k.n) FROM unnest(keys) WITH ORDINALITY AS k (name, n)),
        (fields ->> 'id')::bigint,
        CASE TG_TABLE_NAME WHEN 'leaderboard' THEN (fields ->> 'id')::integer ELSE (fields ->> 'leaderboard_id')::integer END,
        audit_difference(old_fields, new_fields, keys),
        audit_difference(new_fields, old_fields, keys));
    RETURN NULL;
END
$$;

-- Records changed days: one record for each streak, or each participant's. The argument of the trigger is the type.
CREATE OR REPLACE FUNCTION audit_days() RETURNS trigger
    LANGUAGE plpgsql AS
$$
DECLARE
    fields jsonb;
    days jsonb;
BEGIN
    FOR fields, days IN
        SELECT to_jsonb(c) - 'day', jsonb_agg(c.day ORDER BY c.day) FROM changed AS c GROUP BY 1
    LOOP
        fields := audit_difference(audit_keyed(fields) || jsonb_build_object('days', days), NULL, NULL);
        PERFORM audit_write(NULL, TG_ARGV[0], fields ->> 'streakKey', NULL, NULL,
                            CASE TG_OP WHEN 'DELETE' THEN fields END, CASE TG_OP WHEN 'INSERT' THEN fields END);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger
    LANGUAGE plpgsql AS
$$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('laurel.erasure', true) = 'on' THEN
        IF to_jsonb(OLD) - '{subject_key,before,after}'::text[] = to_jsonb(NEW) - '{subject_key,before,after}'::text[] THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'records of the audit cannot be changed or deleted';
END
$$;

-- Audits a table. The key names fields of audit_keyed. The columns id, app_id and updated_at are always excluded.
CREATE OR REPLACE FUNCTION audit_table(audited regclass, subject_type text, key text[], excluded text[] DEFAULT '{}',
                                       actions text[] DEFAULT '{}', events text DEFAULT 'INSERT OR UPDATE OR DELETE')
    RETURNS void
    LANGUAGE plpgsql AS
$$
BEGIN
    EXECUTE format('CREATE OR REPLACE TRIGGER audit AFTER %s ON %s FOR EACH ROW '
                   'WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit(%L, %L, %L, %L)',
                   events, audited, subject_type, key, excluded, actions);
END
$$;

-- Audits the days of a table with the columns streak_id, day and maybe participant_id.
CREATE OR REPLACE FUNCTION audit_days_table(audited regclass, subject_type text) RETURNS void
    LANGUAGE plpgsql AS
$$
BEGIN
    EXECUTE format('CREATE OR REPLACE TRIGGER audit AFTER INSERT ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT '
                   'WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit_days(%L)',
                   audited, subject_type);
    EXECUTE format('CREATE OR REPLACE TRIGGER audit_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS changed '
                   'FOR EACH STATEMENT WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit_days(%L)',
                   audited, subject_type);
END
$$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_record
    FOR EACH ROW EXECUTE FUNCTION audit_append_only();
CREATE OR REPLACE TRIGGER append_only_table BEFORE TRUNCATE ON audit_record
    FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();

-- Definitions, and state that administrators change. Excluded are secrets, and what submissions and background work change.
SELECT audit_table('app', 'App', '{key}');
SELECT audit_table('apikey', 'ApiKey', '{name}', '{digest,previous_digest,last_used_at}');
SELECT audit_table('leaderboard', 'Leaderboard', '{key}', '{clock_at,scored_at,received_at,finalized_through}');
SELECT audit_table('badge', 'Badge', '{key}', '{follows_from}');
SELECT audit_table('streak', 'Streak', '{key}');
SELECT audit_table('scoring_policy', 'ScoringPolicy', '{key}');
SELECT audit_table('scoring_version', 'ScoringPolicyVersion', '{scoring_policy_key,number}');
SELECT audit_table('scoring_activation', 'ScoringPolicyActivation', '{scoring_policy_key,start_date}');
SELECT audit_table('webhook', 'Webhook', '{}', '{secret,old_secret,lease,leased_until,failure_started_at,failures,resume_at,
    event_position,ranked_at,last_due,served_at}');
SELECT audit_table('job', 'Job', '{kind}', '{continuation,result,progress,failures}');

-- Rows that other transactions change, too: only these mutations are recorded, and only what they change themselves.
SELECT audit_table('participant', 'Participant', '{entity_type,external_id}', '{group_set_at}',
    '{createParticipant,updateParticipant,setPseudonym}');
SELECT audit_table('group_value', 'AppGroup', '{attribute,value}', '{member_count}', '{createGroup,updateGroup,deleteGroup}');
SELECT audit_table('badge_award', 'BadgeAward', '{badge_key,participant,period}', '{}',
    '{awardBadge,revokeBadgeAward,restoreBadgeAward}');
SELECT audit_table('participant_restriction', 'ParticipantRestriction', '{participant,kind}', '{}',
    '{banParticipant,unbanParticipant,hideParticipant,unhideParticipant,optOutOfRankings,optInToRankings}');
SELECT audit_table('score_removal', 'EntryRemoval', '{leaderboard_key,participant,window_name}', '{number}',
    '{removeEntry,restoreEntry}');
SELECT audit_table('score_submission', 'ScoreSubmission', '{leaderboard_key,participant}',
    '{window_ids,digest,outcome,quarantine_times}', '{removeSubmission,approveSubmission,rejectSubmission}',
    'UPDATE OF removed_at, decision');
SELECT audit_table('dead_letter', 'DeadLetter', '{stream,entry_id}', '{fields}', '{retryDeadLetter,deleteDeadLetter}');

SELECT audit_days_table('streak_frozen_day', 'StreakFreeze');
SELECT audit_days_table('streak_amnesty_day', 'StreakAmnesty');
