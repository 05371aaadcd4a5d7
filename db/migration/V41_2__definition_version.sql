-- Badges and webhooks have versions: a change may name the one that it is based on.
ALTER TABLE badge ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE webhook ADD COLUMN version integer NOT NULL DEFAULT 1;
