-- The audit of administrative acts. R__audit.sql has the triggers that write it.
CREATE SEQUENCE audit_record_number;

CREATE TABLE audit_record (
    -- Month (UTC) since year 0 and number: month << 40 | number.
    id             bigint      NOT NULL,
    app_id         integer     NOT NULL,
    recorded_at    timestamptz NOT NULL,
    actor          text        NOT NULL,
    role           text        NOT NULL,
    -- The mutation.
    action         text        NOT NULL,
    subject_type   text        NOT NULL,
    -- Null if the subject has no key.
    subject_key    text,
    -- The id of the subject's row; null if it has none.
    subject_id     bigint,
    -- The leaderboard of the subject, or the subject itself.
    leaderboard_id integer,
    before         jsonb       CHECK (jsonb_typeof(before) = 'object'),
    after          jsonb       CHECK (jsonb_typeof(after) = 'object'),
    PRIMARY KEY (app_id, id)
) PARTITION BY RANGE (id);

-- Newest first, as the primary key, for each filter.
CREATE INDEX audit_record_actor ON audit_record (app_id, actor, id);
CREATE INDEX audit_record_action ON audit_record (app_id, action, id);
CREATE INDEX audit_record_subject_key ON audit_record (app_id, subject_key, subject_type, id);
CREATE INDEX audit_record_subject_type ON audit_record (app_id, subject_type, subject_id, id);
