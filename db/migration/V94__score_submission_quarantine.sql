-- Submissions that exceeded a limit of plausible submissions. They count only while they are approved.
ALTER TABLE score_submission
    -- The limits that it exceeded; null if it was not quarantined.
    ADD COLUMN quarantine_reasons text[],
    -- Times at which it began and ceased to count, in turn and in order. It counts now if their number is odd.
    ADD COLUMN quarantine_times timestamptz[],
    -- The last decision; null before the first.
    ADD COLUMN decision text CHECK (decision IN ('APPROVED', 'REJECTED')),
    ADD COLUMN decided_at timestamptz,
    ADD COLUMN decided_by text,
    ADD COLUMN decision_reason text,
    ADD CHECK ((quarantine_reasons IS NULL) = (quarantine_times IS NULL)),
    ADD CHECK (decision IS NULL OR quarantine_reasons IS NOT NULL),
    ADD CHECK ((decision = 'APPROVED') = (cardinality(quarantine_times) % 2 = 1)),
    ADD CHECK (num_nulls(decision, decided_at, decided_by) IN (0, 3));

-- Submissions that wait for a decision.
CREATE INDEX score_submission_quarantined ON score_submission (app_id, received_at, id)
    WHERE quarantine_reasons IS NOT NULL AND decision IS NULL AND removed_at IS NULL;
