-- The schema that the migrations make, for reading; Laurel itself runs db/migration.
-- Written by SchemaDumpTest, which fails where this differs. Do not edit.

CREATE SEQUENCE activity_event_number;

CREATE SEQUENCE audit_record_number;

CREATE SEQUENCE change_outbox_sequence;

CREATE SEQUENCE ranking_number;

CREATE SEQUENCE score_submission_number;

CREATE TABLE activity_daily_peer (
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    peer_id bigint NOT NULL,
    event_count integer NOT NULL,
    CONSTRAINT activity_daily_peer_pkey PRIMARY KEY (participant_id, day_rule_id, day, event_type, role, peer_id),
    CONSTRAINT activity_daily_peer_event_count_check CHECK ((event_count >= 0)),
    CONSTRAINT activity_daily_peer_role_check CHECK ((role = ANY (ARRAY['ACTOR'::text, 'PEER'::text, 'WINNER'::text])))
);

CREATE TABLE activity_daily_tally (
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    event_count integer NOT NULL,
    value_sum numeric NOT NULL,
    CONSTRAINT activity_daily_tally_pkey PRIMARY KEY (participant_id, day_rule_id, day, event_type, role),
    CONSTRAINT activity_daily_tally_event_count_check CHECK ((event_count >= 0)),
    CONSTRAINT activity_daily_tally_role_check CHECK ((role = ANY (ARRAY['ACTOR'::text, 'PEER'::text, 'WINNER'::text])))
);

CREATE INDEX activity_daily_tally_day ON activity_daily_tally USING btree (day_rule_id, day);

CREATE TABLE activity_dropped_month (
    month bigint NOT NULL,
    retired_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    CONSTRAINT activity_dropped_month_pkey PRIMARY KEY (month),
    CONSTRAINT activity_dropped_month_check CHECK ((dropped_at >= retired_at))
);

CREATE TABLE activity_event (
    id bigint NOT NULL,
    app_id integer NOT NULL,
    external_id text NOT NULL,
    event_type text NOT NULL,
    actor_id bigint NOT NULL,
    peer_id bigint,
    winner_id bigint,
    value numeric,
    group_values jsonb NOT NULL,
    time_zone text,
    actor_time_zone text,
    peer_time_zone text,
    occurred_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    metadata jsonb NOT NULL,
    last_day_rule_id integer NOT NULL,
    excluded boolean DEFAULT false NOT NULL,
    peer_group_values jsonb,
    CONSTRAINT activity_event_pkey PRIMARY KEY (id),
    CONSTRAINT activity_event_check CHECK ((peer_id <> actor_id)),
    CONSTRAINT activity_event_check1 CHECK (((winner_id = actor_id) OR (winner_id = peer_id)))
) PARTITION BY RANGE (id);

CREATE INDEX activity_event_actor ON activity_event USING btree (actor_id, occurred_at);

CREATE INDEX activity_event_peer ON activity_event USING btree (peer_id, occurred_at) WHERE (peer_id IS NOT NULL);

CREATE TABLE activity_group (
    participant_id bigint NOT NULL,
    group_values jsonb NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    external_id text NOT NULL,
    CONSTRAINT activity_group_pkey PRIMARY KEY (participant_id)
);

CREATE TABLE activity_id (
    app_id integer NOT NULL,
    external_id text NOT NULL,
    id bigint NOT NULL,
    digest text NOT NULL,
    CONSTRAINT activity_id_pkey PRIMARY KEY (app_id, external_id)
);

CREATE TABLE activity_muted_event (
    event_id bigint NOT NULL,
    burst_rule_id integer NOT NULL,
    CONSTRAINT activity_muted_event_pkey PRIMARY KEY (event_id, burst_rule_id)
);

CREATE TABLE activity_muted_peer (
    burst_rule_id integer NOT NULL,
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    peer_id bigint NOT NULL,
    event_count integer NOT NULL,
    CONSTRAINT activity_muted_peer_pkey PRIMARY KEY (participant_id, burst_rule_id, day_rule_id, day, event_type, role, peer_id)
);

CREATE TABLE activity_muted_tally (
    burst_rule_id integer NOT NULL,
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    event_count integer NOT NULL,
    value_sum numeric NOT NULL,
    CONSTRAINT activity_muted_tally_pkey PRIMARY KEY (participant_id, burst_rule_id, day_rule_id, day, event_type, role)
);

CREATE TABLE app (
    id integer GENERATED ALWAYS AS IDENTITY,
    key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name text NOT NULL,
    anonymous_reading boolean DEFAULT false NOT NULL,
    CONSTRAINT app_pkey PRIMARY KEY (id),
    CONSTRAINT app_key_key UNIQUE (key)
);

CREATE TABLE activity_burst_rule (
    id integer GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    rule jsonb NOT NULL,
    evaluated_to bigint,
    unevaluated_month bigint,
    CONSTRAINT activity_burst_rule_pkey PRIMARY KEY (id),
    CONSTRAINT activity_burst_rule_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE UNIQUE INDEX activity_burst_rule_rule ON activity_burst_rule USING btree (app_id, md5((rule)::text));

CREATE TABLE activity_counted_group (
    app_id integer NOT NULL,
    attribute text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    CONSTRAINT activity_counted_group_pkey PRIMARY KEY (app_id, attribute, value),
    CONSTRAINT activity_counted_group_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE TABLE apikey (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    all_apps boolean NOT NULL,
    role text NOT NULL,
    name text NOT NULL,
    public_id text NOT NULL,
    digest bytea NOT NULL,
    previous_digest bytea,
    previous_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    rotated_at timestamp with time zone,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT apikey_pkey PRIMARY KEY (id),
    CONSTRAINT apikey_public_id_key UNIQUE (public_id),
    CONSTRAINT apikey_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT apikey_check CHECK (((previous_digest IS NULL) = (previous_until IS NULL))),
    CONSTRAINT apikey_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT apikey_previous_digest_check CHECK ((octet_length(previous_digest) = 32))
);

CREATE INDEX apikey_app_id ON apikey USING btree (app_id, id);

CREATE TABLE audit_record (
    id bigint NOT NULL,
    app_id integer NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    role text NOT NULL,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_key text,
    subject_id bigint,
    leaderboard_id integer,
    before jsonb,
    after jsonb,
    CONSTRAINT audit_record_pkey PRIMARY KEY (app_id, id),
    CONSTRAINT audit_record_after_check CHECK ((jsonb_typeof(after) = 'object'::text)),
    CONSTRAINT audit_record_before_check CHECK ((jsonb_typeof(before) = 'object'::text))
) PARTITION BY RANGE (id);

CREATE INDEX audit_record_action ON audit_record USING btree (app_id, action, id);

CREATE INDEX audit_record_actor ON audit_record USING btree (app_id, actor, id);

CREATE INDEX audit_record_subject_key ON audit_record USING btree (app_id, subject_key, subject_type, id);

CREATE INDEX audit_record_subject_type ON audit_record USING btree (app_id, subject_type, subject_id, id);

CREATE TABLE badge (
    id integer GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text,
    image_url text,
    enabled boolean NOT NULL,
    recurrence text NOT NULL,
    rule jsonb NOT NULL,
    follows_from bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    enabled_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    CONSTRAINT badge_pkey PRIMARY KEY (id),
    CONSTRAINT badge_app_id_key_key UNIQUE (app_id, key),
    CONSTRAINT badge_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT badge_recurrence_check CHECK ((recurrence = ANY (ARRAY['ONCE'::text, 'EACH_PERIOD'::text]))),
    CONSTRAINT badge_rule_check CHECK ((jsonb_typeof(rule) = 'object'::text))
);

CREATE TABLE badge_award (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    badge_id integer NOT NULL,
    participant_id bigint NOT NULL,
    period text NOT NULL,
    window_id bigint,
    day date,
    reason text,
    awarded_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoke_reason text,
    revoked_by_correction boolean NOT NULL,
    evidence jsonb,
    CONSTRAINT badge_award_pkey PRIMARY KEY (id),
    CONSTRAINT badge_award_badge_id_participant_id_period_key UNIQUE (badge_id, participant_id, period),
    CONSTRAINT badge_award_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT badge_award_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES badge(id),
    CONSTRAINT badge_award_check CHECK (((revoke_reason IS NULL) = (revoked_at IS NULL))),
    CONSTRAINT badge_award_check1 CHECK (((NOT revoked_by_correction) OR (revoked_at IS NOT NULL))),
    CONSTRAINT badge_award_evidence_check CHECK ((jsonb_typeof(evidence) = 'object'::text))
);

CREATE INDEX badge_award_held ON badge_award USING btree (badge_id, participant_id) WHERE (revoked_at IS NULL);

CREATE INDEX badge_award_listed ON badge_award USING btree (badge_id, id);

CREATE INDEX badge_award_participant ON badge_award USING btree (participant_id, id);

CREATE INDEX badge_award_window ON badge_award USING btree (window_id, badge_id, id);

CREATE TABLE badge_due (
    participant_id bigint NOT NULL,
    day_rule_id integer NOT NULL,
    day date NOT NULL,
    app_id integer NOT NULL,
    last_badge_id integer NOT NULL,
    badge_id integer NOT NULL,
    next_day date NOT NULL,
    turn bigint GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT badge_due_pkey PRIMARY KEY (participant_id, day_rule_id, day)
);

CREATE INDEX badge_due_turn ON badge_due USING btree (app_id, turn);

CREATE TABLE badge_event_position (
    app_id integer NOT NULL,
    event_position bigint NOT NULL,
    progress jsonb,
    CONSTRAINT badge_event_position_pkey PRIMARY KEY (app_id),
    CONSTRAINT badge_event_position_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT badge_event_position_progress_check CHECK ((jsonb_typeof(progress) = 'object'::text))
);

CREATE TABLE change_dropped_day (
    day date NOT NULL,
    sequence bigint NOT NULL,
    retired_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    CONSTRAINT change_dropped_day_pkey PRIMARY KEY (day),
    CONSTRAINT change_dropped_day_check CHECK ((dropped_at >= retired_at))
);

CREATE TABLE change_outbox (
    sequence bigint NOT NULL,
    leaderboard_id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    rankings bigint[] STORAGE EXTERNAL,
    participants bigint[] STORAGE EXTERNAL,
    before_sort_keys bigint[] STORAGE EXTERNAL,
    before_subscore_keys bigint[] STORAGE EXTERNAL,
    before_tie_keys bigint[] STORAGE EXTERNAL,
    after_sort_keys bigint[] STORAGE EXTERNAL,
    after_subscore_keys bigint[] STORAGE EXTERNAL,
    after_tie_keys bigint[] STORAGE EXTERNAL,
    new_scores boolean DEFAULT true NOT NULL
) PARTITION BY RANGE (at);

CREATE INDEX change_outbox_of_board ON change_outbox USING btree (leaderboard_id, sequence);

CREATE TABLE dead_letter (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    stream text NOT NULL,
    entry_id text NOT NULL,
    fields jsonb NOT NULL,
    reason text NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    CONSTRAINT dead_letter_pkey PRIMARY KEY (id),
    CONSTRAINT dead_letter_stream_entry_id_key UNIQUE (stream, entry_id),
    CONSTRAINT dead_letter_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT dead_letter_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text))
);

CREATE INDEX dead_letter_of_app ON dead_letter USING btree (app_id, id);

CREATE TABLE entry (
    ranking_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    sort_key bigint NOT NULL,
    subscore_key bigint NOT NULL,
    tie_key bigint NOT NULL,
    achieved_at timestamp with time zone NOT NULL,
    submission_id bigint NOT NULL,
    metadata jsonb,
    id_key text COLLATE "C" NOT NULL,
    CONSTRAINT entry_pkey PRIMARY KEY (participant_id, ranking_id)
) PARTITION BY RANGE (ranking_id);

CREATE INDEX entry_order ON entry USING btree (ranking_id, sort_key, subscore_key, tie_key, id_key, participant_id);

COMMENT ON COLUMN entry.id_key IS 'Type and external ID of the participant, separated by U+0001: the last key of the order';

CREATE TABLE event (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    event_type text NOT NULL,
    leaderboard_id integer,
    window_id bigint,
    number integer,
    occurred_at timestamp with time zone NOT NULL,
    participant_id bigint,
    award_id bigint,
    group_values jsonb,
    previous_rank integer,
    rank integer,
    previous_score bigint,
    score bigint,
    webhook_id bigint,
    dead_letter_id bigint,
    CONSTRAINT event_pkey PRIMARY KEY (id),
    CONSTRAINT event_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT event_participant CHECK (((participant_id IS NOT NULL) = ((award_id IS NOT NULL) OR (event_type = ANY (ARRAY['ENTRY_ADDED'::text, 'RANK_CHANGED'::text]))))),
    CONSTRAINT event_subject CHECK ((num_nonnulls(leaderboard_id, award_id, webhook_id, dead_letter_id) = 1))
);

CREATE INDEX event_app ON event USING btree (app_id, id);

CREATE INDEX event_closing ON event USING btree (app_id, id) WHERE (event_type = ANY (ARRAY['WINDOW_FINALIZED'::text, 'WINDOW_CORRECTED'::text]));

CREATE INDEX event_leaderboard ON event USING btree (leaderboard_id, id);

CREATE INDEX event_number ON event USING btree (leaderboard_id, event_type, number) WHERE (number IS NOT NULL);

CREATE INDEX event_of_entry ON event USING btree (id) WHERE (event_type = ANY (ARRAY['ENTRY_ADDED'::text, 'RANK_CHANGED'::text]));

CREATE INDEX event_participant ON event USING btree (participant_id, id) WHERE (participant_id IS NOT NULL);

CREATE INDEX event_type ON event USING btree (app_id, event_type, id);

CREATE INDEX event_window ON event USING btree (window_id, number) WHERE (event_type = ANY (ARRAY['WINDOW_FINALIZED'::text, 'WINDOW_CORRECTED'::text]));

CREATE TABLE final_standing (
    ranking_id bigint NOT NULL,
    revision integer NOT NULL,
    participant_id bigint NOT NULL,
    sort_key bigint NOT NULL,
    subscore_key bigint NOT NULL,
    tie_key bigint NOT NULL,
    achieved_at timestamp with time zone NOT NULL,
    submission_id bigint NOT NULL,
    metadata jsonb,
    rank integer NOT NULL,
    dense_rank integer NOT NULL,
    "position" integer NOT NULL,
    percent_rank double precision NOT NULL,
    cume_dist double precision NOT NULL,
    CONSTRAINT final_standing_pkey PRIMARY KEY (ranking_id, revision, "position")
) PARTITION BY RANGE (ranking_id);

CREATE INDEX final_standing_participant ON final_standing USING btree (participant_id, ranking_id, revision);

CREATE TABLE group_attribute (
    app_id integer NOT NULL,
    attribute text COLLATE "C" NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT group_attribute_pkey PRIMARY KEY (app_id, attribute),
    CONSTRAINT group_attribute_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE TABLE group_value (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    attribute text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    name text,
    time_zone text,
    member_count bigint DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT group_value_pkey PRIMARY KEY (id),
    CONSTRAINT group_value_app_id_attribute_value_key UNIQUE (app_id, attribute, value),
    CONSTRAINT group_value_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT group_value_member_count CHECK ((member_count >= 0))
);

CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    parameters jsonb NOT NULL,
    continuation jsonb,
    result jsonb,
    progress double precision,
    error jsonb,
    failures smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    CONSTRAINT job_pkey PRIMARY KEY (id),
    CONSTRAINT job_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT job_check CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text])))),
    CONSTRAINT job_check1 CHECK (((error IS NULL) = (state <> 'FAILED'::text))),
    CONSTRAINT job_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

CREATE INDEX job_finished ON job USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX job_of_app ON job USING btree (app_id, id);

CREATE INDEX job_unfinished ON job USING btree (id) WHERE (finished_at IS NULL);

CREATE TABLE leaderboard (
    id integer GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    entity_types text[] NOT NULL,
    sort_order text NOT NULL,
    update_mode text NOT NULL,
    decimals smallint NOT NULL,
    min_score bigint,
    max_score bigint,
    tie_rule text NOT NULL,
    time_zone text NOT NULL,
    window_definitions jsonb NOT NULL,
    clock text NOT NULL,
    clock_at timestamp with time zone,
    visibility text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    groupings jsonb DEFAULT '[[]]'::jsonb NOT NULL,
    scored_at timestamp with time zone,
    grace_period interval DEFAULT '00:05:00'::interval NOT NULL,
    group_overrides jsonb DEFAULT '[]'::jsonb NOT NULL,
    archive_after interval,
    seasons jsonb DEFAULT '[]'::jsonb NOT NULL,
    received_at timestamp with time zone,
    finalized_through timestamp with time zone,
    event_rules jsonb DEFAULT '[]'::jsonb NOT NULL,
    time_zone_attribute text,
    player_submissions boolean DEFAULT false NOT NULL,
    max_step bigint,
    max_submission_rate jsonb,
    CONSTRAINT leaderboard_pkey PRIMARY KEY (id),
    CONSTRAINT leaderboard_app_id_key_key UNIQUE (app_id, key),
    CONSTRAINT leaderboard_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT leaderboard_archive_after_check CHECK ((archive_after > '00:00:00'::interval)),
    CONSTRAINT leaderboard_check CHECK (((clock_at IS NULL) OR (clock = 'SUBMISSIONS'::text))),
    CONSTRAINT leaderboard_check1 CHECK ((min_score <= max_score)),
    CONSTRAINT leaderboard_clock_check CHECK ((clock = ANY (ARRAY['SYSTEM'::text, 'SUBMISSIONS'::text]))),
    CONSTRAINT leaderboard_decimals_check CHECK (((decimals >= 0) AND (decimals <= 9))),
    CONSTRAINT leaderboard_entity_types_check CHECK ((cardinality(entity_types) > 0)),
    CONSTRAINT leaderboard_grace_period_check CHECK ((grace_period >= '00:00:00'::interval)),
    CONSTRAINT leaderboard_group_overrides_check CHECK ((jsonb_typeof(group_overrides) = 'array'::text)),
    CONSTRAINT leaderboard_groupings_check CHECK (((jsonb_typeof(groupings) = 'array'::text) AND (jsonb_array_length(groupings) > 0))),
    CONSTRAINT leaderboard_max_step_check CHECK ((max_step >= 0)),
    CONSTRAINT leaderboard_max_submission_rate_check CHECK ((jsonb_typeof(max_submission_rate) = 'object'::text)),
    CONSTRAINT leaderboard_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT leaderboard_seasons_check CHECK ((jsonb_typeof(seasons) = 'array'::text)),
    CONSTRAINT leaderboard_sort_order_check CHECK ((sort_order = ANY (ARRAY['DESCENDING'::text, 'ASCENDING'::text]))),
    CONSTRAINT leaderboard_tie_rule_check CHECK ((tie_rule = ANY (ARRAY['EARLIEST'::text, 'LATEST'::text, 'ID'::text]))),
    CONSTRAINT leaderboard_update_mode_check CHECK ((update_mode = ANY (ARRAY['REPLACE'::text, 'INCREMENT'::text, 'MAX'::text, 'MIN'::text]))),
    CONSTRAINT leaderboard_visibility_check CHECK ((visibility = ANY (ARRAY['PUBLIC'::text, 'PRIVATE'::text]))),
    CONSTRAINT leaderboard_window_definitions_check CHECK ((jsonb_array_length(window_definitions) > 0))
);

CREATE INDEX leaderboard_idle ON leaderboard USING btree (id) WHERE ((archive_after IS NOT NULL) AND (archived_at IS NULL));

CREATE INDEX leaderboard_planned ON leaderboard USING btree (((jsonb_path_query_first(seasons, '$[*]?(!(exists (@."startedAt")))."startsAt"'::jsonpath) #>> '{}'::text[])) COLLATE "C") WHERE ((archived_at IS NULL) AND jsonb_path_exists(seasons, '$[*]?(!(exists (@."startedAt")))'::jsonpath));

CREATE INDEX leaderboard_rating_type ON leaderboard USING btree (app_id, ((metadata ->> 'ratingType'::text))) WHERE ((metadata ->> 'ratingType'::text) IS NOT NULL);

CREATE INDEX leaderboard_retain_count ON leaderboard USING btree (id) WHERE jsonb_path_exists(window_definitions, '$[*]."retainCount"'::jsonpath);

CREATE INDEX leaderboard_score_type ON leaderboard USING btree (app_id, ((metadata ->> 'scoreType'::text))) WHERE ((metadata ->> 'scoreType'::text) IS NOT NULL);

CREATE INDEX leaderboard_time_zone_attribute ON leaderboard USING btree (app_id, time_zone_attribute) WHERE (time_zone_attribute IS NOT NULL);

COMMENT ON COLUMN leaderboard.time_zone_attribute IS 'Attribute whose groups have the time zones of the directory; null for none';

CREATE TABLE badge_leaderboard_position (
    leaderboard_id integer NOT NULL,
    sequence bigint NOT NULL,
    read_at timestamp with time zone NOT NULL,
    CONSTRAINT badge_leaderboard_position_pkey PRIMARY KEY (leaderboard_id),
    CONSTRAINT badge_leaderboard_position_leaderboard_id_fkey FOREIGN KEY (leaderboard_id) REFERENCES leaderboard(id) ON DELETE CASCADE
);

CREATE TABLE leaderboard_deletion (
    id integer NOT NULL,
    app_id integer NOT NULL,
    deleted_at timestamp with time zone NOT NULL,
    CONSTRAINT leaderboard_deletion_pkey PRIMARY KEY (id),
    CONSTRAINT leaderboard_deletion_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE TABLE ledger_dropped_month (
    month bigint NOT NULL,
    retired_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    CONSTRAINT ledger_dropped_month_pkey PRIMARY KEY (month),
    CONSTRAINT ledger_dropped_month_check CHECK ((dropped_at >= retired_at))
);

CREATE TABLE participant (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    entity_type text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    name text,
    image_url text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    time_zone text,
    created_at timestamp with time zone NOT NULL,
    group_values jsonb DEFAULT '{}'::jsonb NOT NULL,
    group_set_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    pseudonym text,
    erased_at timestamp with time zone,
    CONSTRAINT participant_pkey PRIMARY KEY (id),
    CONSTRAINT participant_app_id_entity_type_external_id_key UNIQUE (app_id, entity_type, external_id),
    CONSTRAINT participant_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT participant_group_values_check CHECK ((jsonb_typeof(group_values) = 'object'::text)),
    CONSTRAINT participant_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text))
);

CREATE INDEX participant_app ON participant USING btree (app_id, id);

CREATE INDEX participant_erased ON participant USING btree (id) WHERE (erased_at IS NOT NULL);

CREATE TABLE participant_restriction (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    participant_id bigint NOT NULL,
    leaderboard_id integer,
    kind text NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone,
    ended_at timestamp with time zone,
    ended_by text,
    CONSTRAINT participant_restriction_pkey PRIMARY KEY (id),
    CONSTRAINT participant_restriction_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT participant_restriction_leaderboard_id_fkey FOREIGN KEY (leaderboard_id) REFERENCES leaderboard(id) ON DELETE CASCADE,
    CONSTRAINT participant_restriction_kind_check CHECK ((kind = ANY (ARRAY['BAN'::text, 'HIDE'::text, 'OPT_OUT'::text])))
);

CREATE INDEX participant_restriction_app ON participant_restriction USING btree (app_id, id);

CREATE INDEX participant_restriction_expiring ON participant_restriction USING btree (expires_at) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX participant_restriction_in_force ON participant_restriction USING btree (participant_id, kind, COALESCE(leaderboard_id, 0)) WHERE (ended_at IS NULL);

CREATE INDEX participant_restriction_leaderboard ON participant_restriction USING btree (leaderboard_id);

CREATE INDEX participant_restriction_participant ON participant_restriction USING btree (participant_id, id);

CREATE TABLE rankindex_node (
    ranking_id bigint NOT NULL,
    level smallint NOT NULL,
    separator bytea NOT NULL,
    separators bytea[] NOT NULL,
    entries_before integer[] NOT NULL,
    scores_before integer[] NOT NULL,
    CONSTRAINT rankindex_node_pkey PRIMARY KEY (ranking_id, level, separator),
    CONSTRAINT rankindex_node_check CHECK (((separators[1] = separator) AND (cardinality(entries_before) = (cardinality(separators) + 1)) AND (cardinality(scores_before) = cardinality(entries_before))))
) WITH (fillfactor=50, toast_tuple_target=8160, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);

COMMENT ON TABLE rankindex_node IS 'Nodes of the rank index: an order-statistic B-tree over the entries of each larger ranking';

COMMENT ON COLUMN rankindex_node.separator IS 'Lower bound of the node: the first of separators; empty is before every entry';

COMMENT ON COLUMN rankindex_node.separators IS 'Lower bounds of the children, ascending';

COMMENT ON COLUMN rankindex_node.entries_before IS 'Entries of the node before each child, and finally all entries of the node';

COMMENT ON COLUMN rankindex_node.scores_before IS 'Distinct scores that start before each child, and finally all of the node';

CREATE TABLE ranking_deletion (
    id bigint NOT NULL,
    CONSTRAINT ranking_deletion_pkey PRIMARY KEY (id)
);

CREATE TABLE restriction_task (
    participant_id bigint NOT NULL,
    leaderboard_id integer NOT NULL,
    app_id integer NOT NULL,
    CONSTRAINT restriction_task_pkey PRIMARY KEY (participant_id, leaderboard_id),
    CONSTRAINT restriction_task_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE TABLE score_submission (
    id bigint NOT NULL,
    app_id integer NOT NULL,
    leaderboard_id integer NOT NULL,
    participant_id bigint NOT NULL,
    score bigint,
    subscore bigint NOT NULL,
    achieved_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    board_time timestamp with time zone NOT NULL,
    metadata jsonb,
    idempotency_key text,
    digest text,
    outcome jsonb,
    group_values jsonb DEFAULT '{}'::jsonb NOT NULL,
    window_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    removed_at timestamp with time zone,
    removal_reason text,
    carried_from bigint,
    keeps_group boolean DEFAULT false NOT NULL,
    group_move boolean DEFAULT false NOT NULL,
    carried_grouping text[],
    corrects_final boolean DEFAULT false NOT NULL,
    quarantine_reasons text[],
    quarantine_times timestamp with time zone[],
    decision text,
    decided_at timestamp with time zone,
    decided_by text,
    decision_reason text,
    window_scope text,
    CONSTRAINT score_submission_pkey PRIMARY KEY (id),
    CONSTRAINT score_submission_check CHECK ((((idempotency_key IS NULL) = (digest IS NULL)) AND ((idempotency_key IS NULL) = (outcome IS NULL)))),
    CONSTRAINT score_submission_check1 CHECK (((removal_reason IS NULL) OR (removed_at IS NOT NULL))),
    CONSTRAINT score_submission_check2 CHECK (((NOT group_move) OR (score IS NULL))),
    CONSTRAINT score_submission_check3 CHECK (((quarantine_reasons IS NULL) = (quarantine_times IS NULL))),
    CONSTRAINT score_submission_check4 CHECK (((decision IS NULL) OR (quarantine_reasons IS NOT NULL))),
    CONSTRAINT score_submission_check5 CHECK (((decision = 'APPROVED'::text) = ((cardinality(quarantine_times) % 2) = 1))),
    CONSTRAINT score_submission_check6 CHECK ((num_nulls(decision, decided_at, decided_by) = ANY (ARRAY[0, 3]))),
    CONSTRAINT score_submission_decision_check CHECK ((decision = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text]))),
    CONSTRAINT score_submission_group_values_check CHECK ((jsonb_typeof(group_values) = 'object'::text))
) PARTITION BY RANGE (id);

CREATE INDEX score_submission_app_received ON score_submission USING btree (app_id, received_at, id);

CREATE INDEX score_submission_key ON score_submission USING btree (leaderboard_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX score_submission_leaderboard_received ON score_submission USING btree (leaderboard_id, received_at, id);

CREATE INDEX score_submission_participant ON score_submission USING btree (leaderboard_id, participant_id, achieved_at);

CREATE INDEX score_submission_participant_received ON score_submission USING btree (participant_id, received_at, id);

CREATE INDEX score_submission_quarantined ON score_submission USING btree (app_id, received_at, id) WHERE ((quarantine_reasons IS NOT NULL) AND (decision IS NULL) AND (removed_at IS NULL));

CREATE TABLE scoring_changed_day (
    app_id integer NOT NULL,
    received_at timestamp with time zone NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    participant_id bigint NOT NULL,
    day_rule_id integer,
    streak_id bigint,
    start_date date NOT NULL,
    end_date date NOT NULL,
    end_length integer DEFAULT 0 NOT NULL,
    CONSTRAINT scoring_changed_day_pkey PRIMARY KEY (app_id, received_at, id),
    CONSTRAINT scoring_changed_day_check CHECK ((num_nonnulls(day_rule_id, streak_id) = 1)),
    CONSTRAINT scoring_changed_day_check1 CHECK ((end_date >= start_date))
);

CREATE INDEX scoring_changed_day_participant ON scoring_changed_day USING btree (participant_id, start_date);

CREATE TABLE scoring_day_score (
    participant_id bigint NOT NULL,
    policy_id integer NOT NULL,
    day date NOT NULL,
    pillar text NOT NULL,
    score numeric NOT NULL,
    submitted_score numeric NOT NULL,
    leaderboard_id integer,
    group_values jsonb,
    submitted_parts jsonb,
    later_score numeric,
    later_due_at timestamp with time zone,
    CONSTRAINT scoring_day_score_pkey PRIMARY KEY (participant_id, policy_id, day, pillar),
    CONSTRAINT scoring_day_score_group_values_check CHECK ((jsonb_typeof(group_values) = 'object'::text)),
    CONSTRAINT scoring_day_score_submitted_parts_check CHECK ((jsonb_typeof(submitted_parts) = 'array'::text))
);

CREATE INDEX scoring_day_score_later ON scoring_day_score USING btree (policy_id, later_due_at) WHERE (later_due_at IS NOT NULL);

CREATE TABLE scoring_rescore_range (
    participant_id bigint NOT NULL,
    policy_id integer NOT NULL,
    app_id integer NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    turn bigint GENERATED ALWAYS AS IDENTITY,
    by_job boolean DEFAULT false NOT NULL,
    tallied datemultirange DEFAULT '{}'::datemultirange NOT NULL,
    CONSTRAINT scoring_rescore_range_pkey PRIMARY KEY (participant_id, policy_id),
    CONSTRAINT scoring_rescore_range_check CHECK ((end_date >= start_date))
);

CREATE INDEX scoring_rescore_range_job ON scoring_rescore_range USING btree (policy_id, turn) WHERE by_job;

CREATE INDEX scoring_rescore_range_turn ON scoring_rescore_range USING btree (app_id, turn) WHERE (NOT by_job);

CREATE TABLE secret (
    purpose text NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT secret_pkey PRIMARY KEY (purpose),
    CONSTRAINT secret_key_check CHECK ((octet_length(key) = 32))
);

CREATE TABLE streak_amnesty_day (
    streak_id bigint NOT NULL,
    day date NOT NULL,
    CONSTRAINT streak_amnesty_day_pkey PRIMARY KEY (streak_id, day)
);

CREATE TABLE streak_amnesty_recount (
    turn bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    streak_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    revoked boolean NOT NULL,
    CONSTRAINT streak_amnesty_recount_pkey PRIMARY KEY (turn)
);

CREATE INDEX streak_amnesty_recount_participant ON streak_amnesty_recount USING btree (participant_id, streak_id);

CREATE INDEX streak_amnesty_recount_turn ON streak_amnesty_recount USING btree (app_id, turn);

CREATE TABLE streak_day (
    streak_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_count integer NOT NULL,
    CONSTRAINT streak_day_pkey PRIMARY KEY (participant_id, streak_id, day)
);

CREATE TABLE streak_day_rule (
    id integer GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    rule jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT streak_day_rule_pkey PRIMARY KEY (id),
    CONSTRAINT streak_day_rule_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT streak_day_rule_rule_check CHECK ((jsonb_typeof(rule) = 'object'::text))
);

CREATE UNIQUE INDEX streak_day_rule_rule ON streak_day_rule USING btree (app_id, md5((rule)::text));

CREATE TABLE scoring_policy (
    id integer GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    key text NOT NULL,
    day_rule_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT scoring_policy_pkey PRIMARY KEY (id),
    CONSTRAINT scoring_policy_app_id_key_key UNIQUE (app_id, key),
    CONSTRAINT scoring_policy_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT scoring_policy_day_rule_id_fkey FOREIGN KEY (day_rule_id) REFERENCES streak_day_rule(id)
);

CREATE TABLE scoring_leaderboard (
    policy_id integer NOT NULL,
    pillar text NOT NULL,
    leaderboard_id integer NOT NULL,
    CONSTRAINT scoring_leaderboard_pkey PRIMARY KEY (policy_id, pillar),
    CONSTRAINT scoring_leaderboard_leaderboard_id_key UNIQUE (leaderboard_id),
    CONSTRAINT scoring_leaderboard_leaderboard_id_fkey FOREIGN KEY (leaderboard_id) REFERENCES leaderboard(id) ON DELETE CASCADE,
    CONSTRAINT scoring_leaderboard_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES scoring_policy(id)
);

CREATE TABLE scoring_version (
    policy_id integer NOT NULL,
    number integer NOT NULL,
    rules jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT scoring_version_pkey PRIMARY KEY (policy_id, number),
    CONSTRAINT scoring_version_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES scoring_policy(id),
    CONSTRAINT scoring_version_number_check CHECK ((number >= 1)),
    CONSTRAINT scoring_version_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text))
);

CREATE TABLE scoring_activation (
    policy_id integer NOT NULL,
    start_date date NOT NULL,
    version_number integer NOT NULL,
    activated_at timestamp with time zone NOT NULL,
    CONSTRAINT scoring_activation_pkey PRIMARY KEY (policy_id, start_date),
    CONSTRAINT scoring_activation_policy_id_version_number_fkey FOREIGN KEY (policy_id, version_number) REFERENCES scoring_version(policy_id, number)
);

CREATE TABLE streak (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    key text NOT NULL,
    name text,
    period text NOT NULL,
    day_rule_id integer NOT NULL,
    event_types text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT streak_pkey PRIMARY KEY (id),
    CONSTRAINT streak_app_id_key_key UNIQUE (app_id, key),
    CONSTRAINT streak_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT streak_day_rule_id_fkey FOREIGN KEY (day_rule_id) REFERENCES streak_day_rule(id),
    CONSTRAINT streak_period_check CHECK ((period = ANY (ARRAY['DAY'::text, 'WEEK'::text])))
);

CREATE TABLE streak_backfill (
    streak_id bigint NOT NULL,
    app_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    started_at timestamp with time zone DEFAULT '9999-12-31 00:00:00+00'::timestamp with time zone NOT NULL,
    CONSTRAINT streak_backfill_pkey PRIMARY KEY (streak_id),
    CONSTRAINT streak_backfill_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT streak_backfill_streak_id_fkey FOREIGN KEY (streak_id) REFERENCES streak(id)
);

CREATE INDEX streak_backfill_app ON streak_backfill USING btree (app_id);

CREATE TABLE streak_frozen_day (
    streak_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    CONSTRAINT streak_frozen_day_pkey PRIMARY KEY (participant_id, streak_id, day)
);

CREATE INDEX streak_frozen_day_day ON streak_frozen_day USING btree (streak_id, day);

CREATE TABLE streak_run (
    streak_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    length integer NOT NULL,
    CONSTRAINT streak_run_pkey PRIMARY KEY (participant_id, streak_id, start_date),
    CONSTRAINT streak_run_check CHECK ((end_date >= start_date)),
    CONSTRAINT streak_run_length_check CHECK ((length > 0))
);

CREATE INDEX streak_run_end_date ON streak_run USING btree (streak_id, end_date);

CREATE TABLE stream_position (
    app_id integer NOT NULL,
    event_position bigint NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    CONSTRAINT stream_position_pkey PRIMARY KEY (app_id),
    CONSTRAINT stream_position_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id)
);

CREATE TABLE webhook (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    url text NOT NULL,
    event_types text[],
    leaderboard_keys text[],
    window_kinds text[],
    window_definition_keys text[],
    top_count integer NOT NULL,
    state text NOT NULL,
    secret text NOT NULL,
    old_secret text,
    old_until timestamp with time zone,
    failure_started_at timestamp with time zone,
    failures integer NOT NULL,
    resume_at timestamp with time zone,
    event_position bigint NOT NULL,
    ranked_at timestamp with time zone NOT NULL,
    last_due timestamp with time zone NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    served_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    groups text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT webhook_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT webhook_check CHECK (((old_until IS NULL) = (old_secret IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((leased_until IS NULL) = (lease IS NULL))),
    CONSTRAINT webhook_check2 CHECK (((deleted_at IS NULL) OR (state = 'DISABLED'::text))),
    CONSTRAINT webhook_groups_check CHECK ((groups = ANY (ARRAY['EVERYONE'::text, 'ALL'::text]))),
    CONSTRAINT webhook_state_check CHECK ((state = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text, 'PAUSED'::text, 'GONE'::text]))),
    CONSTRAINT webhook_top_check CHECK (((top_count >= 1) AND (top_count <= 100)))
);

CREATE INDEX webhook_of_app ON webhook USING btree (app_id, id);

CREATE TABLE webhook_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY,
    webhook_id bigint NOT NULL,
    message_uuid uuid NOT NULL,
    event_type text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempt_count integer NOT NULL,
    next_attempt_at timestamp with time zone,
    last_attempt_at timestamp with time zone,
    response_status integer,
    failure_reason text,
    CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id),
    CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
    CONSTRAINT webhook_delivery_attempts_check CHECK ((attempt_count >= 0)),
    CONSTRAINT webhook_delivery_check CHECK (((next_attempt_at IS NOT NULL) = (state = 'PENDING'::text))),
    CONSTRAINT webhook_delivery_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'DEAD'::text])))
);

CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (webhook_id, next_attempt_at, id) WHERE (state = 'PENDING'::text);

CREATE INDEX webhook_delivery_listed ON webhook_delivery USING btree (webhook_id, id);

CREATE INDEX webhook_delivery_old ON webhook_delivery USING btree (created_at) WHERE (state <> 'PENDING'::text);

CREATE INDEX webhook_delivery_state ON webhook_delivery USING btree (webhook_id, state, id);

CREATE TABLE webhook_position (
    webhook_id bigint NOT NULL,
    leaderboard_id integer NOT NULL,
    sequence bigint NOT NULL,
    snapshot_due boolean NOT NULL,
    snapshot_after bigint,
    CONSTRAINT webhook_position_pkey PRIMARY KEY (webhook_id, leaderboard_id),
    CONSTRAINT webhook_position_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);

CREATE TABLE window_slice (
    id integer GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    dropped_at timestamp with time zone,
    CONSTRAINT window_slice_pkey PRIMARY KEY (id),
    CONSTRAINT window_slice_name_key UNIQUE (name),
    CONSTRAINT window_slice_check CHECK ((dropped_at >= retired_at)),
    CONSTRAINT window_slice_id_check CHECK ((id < (1 << 22)))
);

CREATE INDEX window_slice_retired ON window_slice USING btree (retired_at) WHERE (dropped_at IS NULL);

CREATE TABLE leaderboard_window (
    id bigint GENERATED ALWAYS AS IDENTITY,
    app_id integer NOT NULL,
    leaderboard_id integer NOT NULL,
    slice_id integer NOT NULL,
    kind text NOT NULL,
    definition text NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    finalizes_at timestamp with time zone,
    opened_at timestamp with time zone NOT NULL,
    requested_revision integer DEFAULT 0 NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    finalized_at timestamp with time zone,
    expired_at timestamp with time zone,
    follows_time_zone boolean DEFAULT false NOT NULL,
    finalization_failures integer DEFAULT 0 NOT NULL,
    awaits_submissions boolean DEFAULT false NOT NULL,
    CONSTRAINT leaderboard_window_pkey PRIMARY KEY (id),
    CONSTRAINT leaderboard_window_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT leaderboard_window_leaderboard_id_fkey FOREIGN KEY (leaderboard_id) REFERENCES leaderboard(id) ON DELETE CASCADE,
    CONSTRAINT leaderboard_window_slice_id_fkey FOREIGN KEY (slice_id) REFERENCES window_slice(id),
    CONSTRAINT leaderboard_window_check CHECK (((starts_at < ends_at) AND (ends_at <= finalizes_at))),
    CONSTRAINT leaderboard_window_check1 CHECK (((revision >= 0) AND (revision <= requested_revision))),
    CONSTRAINT leaderboard_window_check2 CHECK (((finalized_at IS NULL) = (revision = 0))),
    CONSTRAINT leaderboard_window_requested_revision_check CHECK ((requested_revision >= 0))
);

CREATE INDEX leaderboard_window_corrected ON leaderboard_window USING btree (id) WHERE (requested_revision > revision);

CREATE INDEX leaderboard_window_due ON leaderboard_window USING btree (awaits_submissions, finalizes_at, id) WHERE ((requested_revision = 0) AND (expired_at IS NULL));

CREATE INDEX leaderboard_window_final ON leaderboard_window USING btree (leaderboard_id, definition, time_zone, starts_at) WHERE ((finalized_at IS NOT NULL) AND (expired_at IS NULL));

CREATE UNIQUE INDEX leaderboard_window_key ON leaderboard_window USING btree (leaderboard_id, definition, time_zone, COALESCE(starts_at, '-infinity'::timestamp with time zone));

CREATE INDEX leaderboard_window_name ON leaderboard_window USING btree (leaderboard_id, time_zone, name);

CREATE INDEX leaderboard_window_not_final ON leaderboard_window USING btree (leaderboard_id) WHERE ((finalized_at IS NULL) AND (expired_at IS NULL));

CREATE INDEX leaderboard_window_open ON leaderboard_window USING btree (leaderboard_id, slice_id) WHERE (requested_revision = 0);

CREATE INDEX leaderboard_window_slice ON leaderboard_window USING btree (slice_id) WHERE (expired_at IS NULL);

CREATE INDEX leaderboard_window_unexpired ON leaderboard_window USING btree (leaderboard_id, definition, time_zone, COALESCE(starts_at, '-infinity'::timestamp with time zone)) WHERE (expired_at IS NULL);

CREATE TABLE ranking (
    id bigint NOT NULL,
    app_id integer NOT NULL,
    leaderboard_id integer NOT NULL,
    window_id bigint NOT NULL,
    sort_order text NOT NULL,
    group_values jsonb DEFAULT '{}'::jsonb NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    empty_revisions integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT ranking_pkey PRIMARY KEY (id),
    CONSTRAINT ranking_window_id_group_values_key UNIQUE (window_id, group_values),
    CONSTRAINT ranking_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id),
    CONSTRAINT ranking_leaderboard_id_fkey FOREIGN KEY (leaderboard_id) REFERENCES leaderboard(id) ON DELETE CASCADE,
    CONSTRAINT ranking_window_id_fkey FOREIGN KEY (window_id) REFERENCES leaderboard_window(id) ON DELETE CASCADE,
    CONSTRAINT ranking_group_values_check CHECK ((jsonb_typeof(group_values) = 'object'::text)),
    CONSTRAINT ranking_revision_check CHECK ((revision >= 0)),
    CONSTRAINT ranking_sort_order_check CHECK ((sort_order = ANY (ARRAY['DESCENDING'::text, 'ASCENDING'::text])))
);

CREATE INDEX ranking_group ON ranking USING gin (group_values jsonb_path_ops) WHERE (group_values <> '{}'::jsonb);

CREATE INDEX ranking_leaderboard_id ON ranking USING btree (leaderboard_id, id);

CREATE TABLE restriction_entry (
    ranking_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    sort_key bigint NOT NULL,
    subscore_key bigint NOT NULL,
    tie_key bigint NOT NULL,
    achieved_at timestamp with time zone NOT NULL,
    submission_id bigint NOT NULL,
    metadata jsonb,
    id_key text COLLATE "C" NOT NULL,
    CONSTRAINT restriction_entry_pkey PRIMARY KEY (participant_id, ranking_id),
    CONSTRAINT restriction_entry_ranking_id_fkey FOREIGN KEY (ranking_id) REFERENCES ranking(id) ON DELETE CASCADE
);

CREATE INDEX restriction_entry_ranking ON restriction_entry USING btree (ranking_id);

CREATE TABLE score_removal (
    number bigint NOT NULL,
    leaderboard_id integer NOT NULL,
    window_id bigint NOT NULL,
    participant_id bigint NOT NULL,
    removed_at timestamp with time zone NOT NULL,
    reason text,
    restored_at timestamp with time zone,
    CONSTRAINT score_removal_pkey PRIMARY KEY (window_id, participant_id, number),
    CONSTRAINT score_removal_window_id_fkey FOREIGN KEY (window_id) REFERENCES leaderboard_window(id) ON DELETE CASCADE
);

CREATE INDEX score_removal_leaderboard ON score_removal USING btree (leaderboard_id, number);

CREATE INDEX score_removal_participant ON score_removal USING btree (leaderboard_id, participant_id, number);

CREATE OR REPLACE FUNCTION activity_complete_day(dropped_month bigint)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
    SELECT make_date(((dropped_month + 1) / 12)::integer, ((dropped_month + 1) % 12 + 1)::integer, 2)
$function$;

CREATE OR REPLACE FUNCTION activity_complete_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
    SELECT make_timestamptz((d.month / 12)::integer, (d.month % 12 + 1)::integer, 1, 0, 0, 0, 'UTC')
    FROM (SELECT max(month) + 1 AS month FROM activity_dropped_month) AS d
$function$;

CREATE OR REPLACE FUNCTION activity_current_group(own jsonb, set_at timestamp with time zone, reported jsonb, occurred_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    SELECT CASE WHEN occurred_at > set_at THEN own || reported ELSE coalesce(reported, '{}') || own END
$function$;

CREATE OR REPLACE FUNCTION add_partition(parent text, number bigint, story text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM add_partition(parent, parent || '_' || number, (number << 40)::text, ((number + 1) << 40)::text, story);
END
$function$;

CREATE OR REPLACE FUNCTION add_partition(parent text, partition text, lower text, upper text, story text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF to_regclass(partition) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
    IF to_regclass(partition) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', partition, parent);
    EXECUTE format('COMMENT ON TABLE %I IS %L', partition, story);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, lower, upper);
END
$function$;

CREATE OR REPLACE FUNCTION audit_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('laurel.erasure', true) = 'on' THEN
        IF to_jsonb(OLD) - '{subject_key,before,after}'::text[] = to_jsonb(NEW) - '{subject_key,before,after}'::text[] THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'records of the audit cannot be changed or deleted';
END
$function$;

CREATE OR REPLACE FUNCTION audit_bounded(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
SELECT CASE WHEN octet_length(fields::text) <= 65536 THEN fields
            ELSE (SELECT jsonb_object_agg(f.key, CASE WHEN octet_length(f.value::text) <= 1024 THEN f.value
                                                 ELSE jsonb_build_object('omittedBytes', octet_length(f.value::text)) END)
                  FROM jsonb_each(fields) AS f) END
$function$;

CREATE OR REPLACE FUNCTION audit_count(subject_type text, subject_id bigint, field text, number bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF current_setting('laurel.act', true) <> '' THEN
        PERFORM audit_write(NULL, subject_type, NULL, subject_id, NULL, NULL, jsonb_build_object(field, number));
    END IF;
    RETURN number;
END
$function$;

CREATE OR REPLACE FUNCTION audit_days_table(audited regclass, subject_type text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    EXECUTE format('CREATE OR REPLACE TRIGGER audit AFTER INSERT ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT '
                   'WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit_days(%L)',
                   audited, subject_type);
    EXECUTE format('CREATE OR REPLACE TRIGGER audit_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS changed '
                   'FOR EACH STATEMENT WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit_days(%L)',
                   audited, subject_type);
END
$function$;

CREATE OR REPLACE FUNCTION audit_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION audit_difference(fields jsonb, other jsonb, keys text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
    RETURN (SELECT jsonb_object_agg(audit_field(f.key), f.value)
            FROM jsonb_each(fields) AS f
            WHERE CASE WHEN other IS NULL THEN f.value <> 'null'
                       ELSE f.key = ANY (keys) OR f.value IS DISTINCT FROM other -> f.key END);
END
$function$;

CREATE OR REPLACE FUNCTION audit_field(column_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
SELECT lower(left(column_name, 1)) || substr(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), 2)
$function$;

CREATE OR REPLACE FUNCTION audit_keyed(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION audit_table(audited regclass, subject_type text, key text[], excluded text[] DEFAULT '{}'::text[], actions text[] DEFAULT '{}'::text[], events text DEFAULT 'INSERT OR UPDATE OR DELETE'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
    EXECUTE format('CREATE OR REPLACE TRIGGER audit AFTER %s ON %s FOR EACH ROW '
                   'WHEN (current_setting(''laurel.act'', true) <> '''') EXECUTE FUNCTION audit(%L, %L, %L, %L)',
                   events, audited, subject_type, key, excluded, actions);
END
$function$;

CREATE OR REPLACE FUNCTION audit_write(app integer, subject_type text, subject_key text, subject_id bigint, board integer, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "IntervalStyle" TO 'iso_8601'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION group_of(named jsonb, attributes text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(named) WHERE key = ANY (attributes)
$function$;

CREATE OR REPLACE FUNCTION group_override(overrides jsonb, of_group jsonb, what text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT one ->> what FROM jsonb_array_elements(overrides) AS one WHERE one -> 'group' = of_group
$function$;

CREATE OR REPLACE FUNCTION group_time_zone(board leaderboard, of_group jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
SELECT coalesce(
    group_override(board.group_overrides, of_group, 'timeZone'),
    CASE WHEN board.time_zone_attribute IS NOT NULL THEN
        (SELECT g.time_zone FROM group_value AS g
         WHERE g.app_id = board.app_id AND g.attribute = board.time_zone_attribute
           AND g.value = of_group ->> board.time_zone_attribute)
    END,
    board.time_zone)
$function$;

CREATE OR REPLACE FUNCTION id_key(entity_type text, external_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT (entity_type || chr(1) || external_id) COLLATE "C"
$function$;

CREATE OR REPLACE FUNCTION name_text(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT translate(lower(name), '-_.,''"()/', '         ')
$function$;

CREATE OR REPLACE FUNCTION name_words(app integer, name text, pseudonym text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT array_to_tsvector(ARRAY(
    SELECT DISTINCT app || ' ' || array_to_string(one.words[n:], ' ')
    FROM (SELECT string_to_array(translate(lower(left(given, 200)), '-_.,''"()/', '         '), ' ') AS words
          FROM unnest(ARRAY[name, pseudonym]) AS given) AS one
    CROSS JOIN LATERAL generate_series(1, cardinality(one.words)) AS n
    WHERE one.words[n] <> ''))
$function$;

CREATE OR REPLACE FUNCTION open_audit_month(month bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION open_slice(slice_name text, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
    number integer;
BEGIN
    SELECT id INTO number FROM window_slice WHERE name = slice_name FOR KEY SHARE;
    IF FOUND THEN
        RETURN number;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('open_slice'));
    SELECT id INTO number FROM window_slice WHERE name = slice_name FOR KEY SHARE;
    IF FOUND THEN
        RETURN number;
    END IF;
    INSERT INTO window_slice (name, opened_at) VALUES (slice_name, moment) RETURNING id INTO number;
    PERFORM add_partition('entry', number, 'entries of the windows of slice ' || slice_name);
    PERFORM add_partition('final_standing', number, 'final standings of the windows of slice ' || slice_name);
    RETURN number;
END
$function$;

CREATE OR REPLACE FUNCTION participants_named(app integer, sought text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET enable_seqscan TO 'off'
AS $function$
SELECT p.id FROM participant AS p
WHERE (p.name IS NOT NULL OR p.pseudonym IS NOT NULL)
  AND name_words(p.app_id, p.name, p.pseudonym)
   @@ ('''' || replace(replace(app || ' ' || sought, '\', '\\'), '''', '''''') || ''':*')::tsquery
LIMIT 1000
$function$;

CREATE OR REPLACE FUNCTION separator_bytes(key bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT int8send(key # (-9223372036854775808))
$function$;

CREATE OR REPLACE FUNCTION separator_bytes(key text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
SELECT convert_to(key, 'UTF8')
$function$;

CREATE OR REPLACE FUNCTION separator_column(separator bytea, n integer)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
    IF length(separator) < 8 * n THEN
        RETURN -9223372036854775808;
    END IF;
    RETURN ('x' || encode(substring(separator FROM 8 * n - 7 FOR 8), 'hex'))::bit(64)::bigint # (-9223372036854775808);
END
$function$;

CREATE OR REPLACE FUNCTION separator_id(separator bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
    RETURN convert_from(substring(separator FROM 25), 'UTF8');
END
$function$;

CREATE OR REPLACE FUNCTION sort_key(score bigint, sort_order text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT CASE sort_order WHEN 'DESCENDING' THEN ~score ELSE score END
$function$;

CREATE OR REPLACE FUNCTION sort_key(score numeric, sort_order text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT CASE sort_order WHEN 'DESCENDING' THEN -score - 1 ELSE score END
$function$;

CREATE OR REPLACE FUNCTION streak_covered_through(streak bigint, participant bigint, last_day date, step integer)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
SELECT coalesce(max(numbered.day), last_day)
FROM (SELECT held.day, row_number() OVER (ORDER BY held.day) AS n
      FROM (SELECT f.day FROM streak_frozen_day AS f
            WHERE f.participant_id = participant AND f.streak_id = streak AND f.day > last_day
            UNION
            SELECT f.day FROM streak_amnesty_day AS f WHERE f.streak_id = streak AND f.day > last_day) AS held) AS numbered
WHERE numbered.day = last_day + (numbered.n * step)::integer
$function$;

CREATE OR REPLACE FUNCTION tie_key(achieved_at timestamp with time zone, tie_rule text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
SELECT CASE tie_rule WHEN 'EARLIEST' THEN (extract(epoch FROM achieved_at) * 1000000)::bigint
                     WHEN 'LATEST' THEN ~(extract(epoch FROM achieved_at) * 1000000)::bigint
                     WHEN 'ID' THEN 0
                     ELSE ('unknown tie rule ' || tie_rule)::bigint END
$function$;

CREATE OR REPLACE FUNCTION to_score(key bigint, sort_order text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
SELECT sort_key(key, sort_order)
$function$;

CREATE INDEX participant_name ON participant USING gin (name_words(app_id, name, pseudonym)) WITH (fastupdate=off) WHERE ((name IS NOT NULL) OR (pseudonym IS NOT NULL));

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON apikey FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ApiKey', '{name}', '{digest,previous_digest,last_used_at}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON app FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('App', '{key}', '{}', '{}');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_record FOR EACH ROW EXECUTE FUNCTION audit_append_only();

CREATE TRIGGER append_only_table BEFORE TRUNCATE ON audit_record FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only();

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON badge FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Badge', '{key}', '{follows_from}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON badge_award FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('BadgeAward', '{badge_key,participant,period}', '{}', '{awardBadge,revokeBadgeAward,restoreBadgeAward}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON dead_letter FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('DeadLetter', '{stream,entry_id}', '{fields}', '{retryDeadLetter,deleteDeadLetter}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON group_value FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('AppGroup', '{attribute,value}', '{member_count}', '{createGroup,updateGroup,deleteGroup}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON job FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Job', '{kind}', '{continuation,result,progress,failures}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON leaderboard FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Leaderboard', '{key}', '{clock_at,scored_at,received_at,finalized_through}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON participant FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Participant', '{entity_type,external_id}', '{group_set_at}', '{createParticipant,updateParticipant,setPseudonym}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON participant_restriction FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ParticipantRestriction', '{participant,kind}', '{}', '{banParticipant,unbanParticipant,hideParticipant,unhideParticipant,optOutOfRankings,optInToRankings}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON score_removal FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('EntryRemoval', '{leaderboard_key,participant,window_name}', '{number}', '{removeEntry,restoreEntry}');

CREATE TRIGGER audit AFTER UPDATE OF removed_at, decision ON score_submission FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ScoreSubmission', '{leaderboard_key,participant}', '{window_ids,digest,outcome,quarantine_times}', '{removeSubmission,approveSubmission,rejectSubmission}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON scoring_activation FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ScoringPolicyActivation', '{scoring_policy_key,start_date}', '{}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON scoring_policy FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ScoringPolicy', '{key}', '{}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON scoring_version FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('ScoringPolicyVersion', '{scoring_policy_key,number}', '{}', '{}');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON streak FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Streak', '{key}', '{}', '{}');

CREATE TRIGGER audit AFTER INSERT ON streak_amnesty_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit_days('StreakAmnesty');

CREATE TRIGGER audit_deleted AFTER DELETE ON streak_amnesty_day REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit_days('StreakAmnesty');

CREATE TRIGGER audit AFTER INSERT ON streak_frozen_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit_days('StreakFreeze');

CREATE TRIGGER audit_deleted AFTER DELETE ON streak_frozen_day REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit_days('StreakFreeze');

CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON webhook FOR EACH ROW WHEN ((current_setting('laurel.act'::text, true) <> ''::text)) EXECUTE FUNCTION audit('Webhook', '{}', '{secret,old_secret,lease,leased_until,failure_started_at,failures,resume_at,event_position,ranked_at,last_due,served_at}', '{}');
