-- What more a board's definition says: how long windows take late submissions, which groups have a zone or an order of
-- their own, and when a board that receives nothing is archived.
ALTER TABLE leaderboard
    ADD COLUMN grace           interval NOT NULL DEFAULT '5 minutes' CHECK (grace >= '0'),
    -- [{"group": {"region": "jp"}, "zone": "Asia/Tokyo", "sortOrder": "ASCENDING"}, ...]
    ADD COLUMN group_overrides jsonb    NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(group_overrides) = 'array'),
    ADD COLUMN archive_after   interval CHECK (archive_after > '0'),
    -- The seasons that a person has set, in order of number: read and written whole, as windows are.
    ADD COLUMN seasons         jsonb    NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(seasons) = 'array'),
    -- When it last received a submission, told at most once an hour.
    ADD COLUMN received_at     timestamptz,
    -- The latest finalizes_at of its windows that are being, or have been, finalised: its time does not go back behind that.
    ADD COLUMN finalized_through timestamptz;

UPDATE leaderboard SET received_at = scored_at;

-- The life of a window. It is closed when its revision is first wanted, final when that is stored; a correction wants another.
ALTER TABLE leaderboard_window
    ADD COLUMN wanted_revision integer NOT NULL DEFAULT 0 CHECK (wanted_revision >= 0),
    ADD COLUMN revision        integer NOT NULL DEFAULT 0 CHECK (revision BETWEEN 0 AND wanted_revision),
    ADD COLUMN finalized_at    timestamptz CHECK ((finalized_at IS NULL) = (revision = 0)),
    ADD COLUMN expired_at      timestamptz;

-- Few windows at any time: those that are not final yet, and those that are to be final anew.
CREATE INDEX leaderboard_window_unfinal ON leaderboard_window (finalizes_at) WHERE finalized_at IS NULL;
CREATE INDEX leaderboard_window_corrected ON leaderboard_window (id) WHERE wanted_revision > revision;
CREATE INDEX leaderboard_window_slice ON leaderboard_window (slice_id) WHERE expired_at IS NULL;

ALTER TABLE ranking
    -- The revision whose ranks are stored and stand; 0 where they are counted: it is not final, or being corrected.
    ADD COLUMN revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0);

ALTER TABLE slice
    -- When its partitions were given up for dropping: nobody reads them from then on.
    ADD COLUMN expired_at timestamptz,
    ADD COLUMN dropped_at timestamptz CHECK (dropped_at >= expired_at);

-- How a ranking ended: its entries with their ranks, once for each revision. Partitioned as entry is.
CREATE TABLE final_standing (
    ranking_id     bigint           NOT NULL,
    revision       integer          NOT NULL,
    participant_id bigint           NOT NULL,
    sort_key       bigint           NOT NULL,
    subscore_key   bigint           NOT NULL,
    tie_key        bigint           NOT NULL,
    achieved_at    timestamptz      NOT NULL,
    submission_id  bigint           NOT NULL,
    metadata       jsonb,
    rank           integer          NOT NULL, -- RANK()
    dense_rank     integer          NOT NULL, -- DENSE_RANK()
    position       integer          NOT NULL, -- ROW_NUMBER()
    percent_rank   double precision NOT NULL, -- PERCENT_RANK()
    cume_dist      double precision NOT NULL, -- CUME_DIST()
    PRIMARY KEY (ranking_id, revision, position)
) PARTITION BY RANGE (ranking_id);

CREATE INDEX final_standing_participant ON final_standing (participant_id, ranking_id, revision);

-- For the slices that there are; on a new database there are none, and add_partition comes later.
DO
$$
BEGIN
    IF EXISTS (SELECT FROM slice) THEN
        PERFORM add_partition('final_standing', id, 'final standings of the windows of slice ' || name) FROM slice;
    END IF;
END
$$;

-- A carried score of a season is in the ledger like any submission, and says which window it comes from.
ALTER TABLE score_submission
    ADD COLUMN carried_from bigint;

-- What happened to boards and their windows, each once, written in the transaction that made it so.
CREATE TABLE event (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id         integer     NOT NULL REFERENCES app,
    kind           text        NOT NULL,
    leaderboard_id integer     NOT NULL,
    window_id      bigint,
    -- A revision, a season's number: what the kind says.
    number         integer,
    at             timestamptz NOT NULL
);

CREATE INDEX event_app ON event (app_id, id);
CREATE INDEX event_leaderboard ON event (leaderboard_id, id);
