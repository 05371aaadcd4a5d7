-- API keys, besides those of the setting laurel.keys.
CREATE TABLE apikey (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id          integer     NOT NULL REFERENCES app,
    all_apps        boolean     NOT NULL,
    role            text        NOT NULL,
    name            text        NOT NULL,
    -- Second part of the key, which finds it.
    public_id       text        NOT NULL UNIQUE,
    -- SHA-256 of the key.
    digest          bytea       NOT NULL CHECK (octet_length(digest) = 32),
    previous_digest bytea       CHECK (octet_length(previous_digest) = 32),
    previous_until  timestamptz CHECK ((previous_digest IS NULL) = (previous_until IS NULL)),
    created_at      timestamptz NOT NULL,
    created_by      text        NOT NULL,
    rotated_at      timestamptz,
    expires_at      timestamptz,
    last_used_at    timestamptz,
    revoked_at      timestamptz
);

CREATE INDEX apikey_app_id ON apikey (app_id, id);
