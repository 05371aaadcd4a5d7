-- Group values of a participant's own: they count where a submission or an event names none.
ALTER TABLE participant
    ADD COLUMN group_values jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(group_values) = 'object'),
    -- When they were set: the group of a later event takes precedence.
    ADD COLUMN group_set_at timestamptz NOT NULL DEFAULT '-infinity';
