-- A carried score counts in one grouping if the groups of its leaderboard have update modes of their own, because it then
-- differs between groupings. Null: it counts in all groupings.
ALTER TABLE score_submission ADD COLUMN carried_grouping text[];
