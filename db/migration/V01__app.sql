-- An app is a tenant: a game, a site, a campus network. Everything belongs to one, and nothing crosses.
CREATE TABLE app (
    id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key        text        NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);

INSERT INTO app (key, created_at) VALUES ('default', '2000-01-01T00:00:00Z');
