-- Entries of banned and hidden participants: the same rows as in entry, which are not ranked. Statements read both as one, so the
-- columns are in the same order.
CREATE TABLE restriction_entry (
    ranking_id     bigint      NOT NULL REFERENCES ranking (id) ON DELETE CASCADE,
    participant_id bigint      NOT NULL,
    sort_key       bigint      NOT NULL,
    subscore_key   bigint      NOT NULL,
    tie_key        bigint      NOT NULL,
    achieved_at    timestamptz NOT NULL,
    submission_id  bigint      NOT NULL,
    metadata       jsonb,
    id_key         text        NOT NULL COLLATE "C",
    PRIMARY KEY (participant_id, ranking_id)
);

CREATE INDEX restriction_entry_ranking ON restriction_entry (ranking_id);
