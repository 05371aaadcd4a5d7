-- Work that may take longer than a request. Nodes do it part by part; see the story of the package laurel.job.
CREATE TABLE job (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id       integer          NOT NULL REFERENCES app,
    kind         text             NOT NULL,
    state        text             NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
    parameters   jsonb            NOT NULL,
    continuation jsonb, -- Where the next part begins. Null before the first part, and once the job has finished.
    result       jsonb, -- Of the parts that are done.
    progress     double precision CHECK (progress BETWEEN 0 AND 1),
    error        jsonb, -- Why it failed.
    failures     smallint         NOT NULL, -- Failed attempts since a part was completed.
    created_at   timestamptz      NOT NULL,
    started_at   timestamptz,
    finished_at  timestamptz,
    CHECK ((finished_at IS NULL) = (state IN ('QUEUED', 'RUNNING'))),
    CHECK ((error IS NULL) = (state <> 'FAILED'))
);
CREATE INDEX job_of_app ON job (app_id, id);
CREATE INDEX job_unfinished ON job (id) WHERE finished_at IS NULL;
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;
