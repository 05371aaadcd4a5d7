-- Entries of Redis streams that could not be recorded, each until a person has it tried again or discards it.
CREATE TABLE stream_poison (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id   integer     NOT NULL REFERENCES app,
    stream   text        NOT NULL,
    entry_id text        NOT NULL, -- Redis' own: milliseconds and a number
    fields   jsonb       NOT NULL CHECK (jsonb_typeof(fields) = 'object'),
    reason   text        NOT NULL,
    at       timestamptz NOT NULL,
    -- An entry whose acknowledgement was lost is set aside again.
    UNIQUE (stream, entry_id)
);
CREATE INDEX stream_poison_of_app ON stream_poison (app_id, id);

-- How the events of an analytics feed find a board that they have no key of.
CREATE INDEX leaderboard_score_type ON leaderboard (app_id, (metadata ->> 'scoreType'))
    WHERE metadata ->> 'scoreType' IS NOT NULL;
CREATE INDEX leaderboard_rating_type ON leaderboard (app_id, (metadata ->> 'ratingType'))
    WHERE metadata ->> 'ratingType' IS NOT NULL;
