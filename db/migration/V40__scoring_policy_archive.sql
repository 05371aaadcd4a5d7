-- Scoring policies can be archived: an archived one scores nothing.
ALTER TABLE scoring_policy ADD COLUMN archived_at timestamptz;

-- Days that are scored again by a job of their policy, not by the backlog of activity; by none while the policy is archived.
ALTER TABLE day_score_due ADD COLUMN by_job boolean NOT NULL DEFAULT false;
DROP INDEX day_score_due_turn;
CREATE INDEX day_score_due_turn ON day_score_due (app_id, turn) WHERE NOT by_job;
CREATE INDEX day_score_due_job ON day_score_due (policy_id, turn) WHERE by_job;
