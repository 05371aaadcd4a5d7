-- Bursts are rules of versions of scoring policies. An app has each rule once.
CREATE TABLE activity_burst_rule (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id integer NOT NULL REFERENCES app,
    rule jsonb NOT NULL,
    -- Events that were stored before the rule are evaluated for participants up to this id. Null: for all.
    evaluated_to bigint
);
CREATE UNIQUE INDEX activity_burst_rule_rule ON activity_burst_rule (app_id, md5(rule::text));

-- The events that a rule mutes.
CREATE TABLE activity_muted_event (
    event_id bigint NOT NULL,
    burst_rule_id integer NOT NULL,
    PRIMARY KEY (event_id, burst_rule_id)
);

-- The part of activity_daily_tally that versions with the rule do not count.
CREATE TABLE activity_muted_tally (
    burst_rule_id integer NOT NULL,
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    event_count integer NOT NULL,
    value_sum numeric NOT NULL,
    PRIMARY KEY (participant_id, burst_rule_id, day_rule_id, day, event_type, role)
);

-- The part of activity_daily_peer that versions with the rule do not count.
CREATE TABLE activity_muted_peer (
    burst_rule_id integer NOT NULL,
    day_rule_id integer NOT NULL,
    participant_id bigint NOT NULL,
    day date NOT NULL,
    event_type text NOT NULL,
    role text NOT NULL,
    peer_id bigint NOT NULL,
    event_count integer NOT NULL,
    PRIMARY KEY (participant_id, burst_rule_id, day_rule_id, day, event_type, role, peer_id)
);

-- Events that were muted for everything, before bursts were rules of versions, remain without effect.
ALTER TABLE activity_event RENAME COLUMN muted TO excluded;
ALTER TABLE activity_event ALTER COLUMN excluded SET DEFAULT false;
DROP TABLE activity_busy_second;

-- Existing versions mute bursts of the events that they count: more than 5 per second for 10 seconds. Earlier events keep their
-- state.
CREATE TEMPORARY TABLE version_burst ON COMMIT DROP AS
SELECT p.app_id, v.policy_id, v.number,
       jsonb_build_object('eventTypes', t.event_types, 'maxEventsPerSecond', 5, 'duration', 'PT10S') AS rule
FROM scoring_version AS v
JOIN scoring_policy AS p ON p.id = v.policy_id
CROSS JOIN LATERAL (
    SELECT jsonb_agg(one.event_type ORDER BY one.event_type COLLATE "C") AS event_types
    FROM (
        SELECT DISTINCT e.event_type
        FROM jsonb_array_elements(v.rules -> 'counters') AS c
        CROSS JOIN LATERAL jsonb_array_elements_text(c -> 'eventTypes') AS e (event_type)
    ) AS one
) AS t
WHERE t.event_types IS NOT NULL;

INSERT INTO activity_burst_rule (app_id, rule) SELECT DISTINCT app_id, rule FROM version_burst;

UPDATE scoring_version AS v SET rules = v.rules || jsonb_build_object('burst', b.rule, 'burstRuleId', r.id)
FROM version_burst AS b JOIN activity_burst_rule AS r ON r.app_id = b.app_id AND r.rule = b.rule
WHERE v.policy_id = b.policy_id AND v.number = b.number;
