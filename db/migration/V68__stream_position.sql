-- Up to which event an app's events are published to Redis Streams, and the node that publishes them.
CREATE TABLE stream_position (
    app_id         integer PRIMARY KEY REFERENCES app,
    event_position bigint NOT NULL,
    lease          uuid,
    leased_until   timestamptz
);
