-- Addresses of an app that are told what happens.
CREATE TABLE webhook (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id         integer     NOT NULL REFERENCES app,
    url            text        NOT NULL,
    -- Of what it is told: empty is what a type, a board or a window needs not be named for.
    types          text[]      NOT NULL,
    leaderboards   text[]      NOT NULL, -- keys: also of boards that are yet to be made
    kinds          text[]      NOT NULL,
    definitions    text[]      NOT NULL,
    every_group    boolean     NOT NULL,
    top            integer     NOT NULL CHECK (top BETWEEN 1 AND 100),
    state          text        NOT NULL CHECK (state IN ('ENABLED', 'DISABLED', 'PAUSED', 'GONE')),
    -- As they are, because they sign: whoever reads this table can sign too.
    secret         text        NOT NULL,
    old_secret     text,
    old_until      timestamptz CHECK ((old_until IS NULL) = (old_secret IS NULL)),
    -- Since when nothing has been delivered, though it was tried.
    failing_since  timestamptz,
    -- How many attempts in a row have failed, and until when it is left alone for that.
    failures       integer     NOT NULL,
    resume_at      timestamptz,
    -- The last event for which its messages were made.
    event_position bigint      NOT NULL,
    -- When the changes of all its boards were last looked through.
    ranked_at      timestamptz NOT NULL,
    -- When the last of its messages that was made became due: none is due before those before it.
    last_due       timestamptz NOT NULL,
    -- Which node sends to it, and until when no other does; when that last began.
    lease          uuid,
    leased_until   timestamptz CHECK ((leased_until IS NULL) = (lease IS NULL)),
    served_at      timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    -- When it was taken away: hidden, it stays until its messages are gone.
    deleted_at     timestamptz CHECK (deleted_at IS NULL OR state = 'DISABLED')
);
CREATE INDEX webhook_of_app ON webhook (app_id, id);

-- As far as the changes of a board have been told to a webhook that is told of rankings.
CREATE TABLE webhook_position (
    webhook_id     bigint  NOT NULL REFERENCES webhook ON DELETE CASCADE,
    leaderboard_id integer NOT NULL, -- of a board that may be gone
    sequence       bigint  NOT NULL,
    -- Whether ranks were left out of what was told, and are to be told as they stand.
    anew           boolean NOT NULL,
    PRIMARY KEY (webhook_id, leaderboard_id)
);

-- A message for one webhook, and what became of it.
CREATE TABLE webhook_delivery (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id   bigint      NOT NULL REFERENCES webhook ON DELETE CASCADE,
    -- The same with every attempt: by this the receiver knows what it has already.
    message      uuid        NOT NULL,
    type         text        NOT NULL,
    body         text        NOT NULL,
    state        text        NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'DEAD')),
    created_at   timestamptz NOT NULL,
    attempts     integer     NOT NULL CHECK (attempts >= 0),
    -- When it is tried next; null where it is not any more.
    due_at       timestamptz CHECK ((due_at IS NOT NULL) = (state = 'PENDING')),
    attempted_at timestamptz,
    -- What the last attempt came to: an HTTP status, or why there was none.
    status       integer,
    failure      text
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at, id) WHERE state = 'PENDING';
CREATE INDEX webhook_delivery_listed ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_state ON webhook_delivery (webhook_id, state, id);
CREATE INDEX webhook_delivery_old ON webhook_delivery (created_at) WHERE state <> 'PENDING';
