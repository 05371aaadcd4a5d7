-- Who or what is ranked: a player, a guild, a driver. Met first in a submission, known from then on.
CREATE TABLE participant (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id       integer     NOT NULL REFERENCES app,
    type         text        NOT NULL,
    external_id  text        NOT NULL,
    display_name text,
    avatar_url   text,
    attributes   jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object'),
    zone         text,
    created_at   timestamptz NOT NULL,
    UNIQUE (app_id, type, external_id)
);
