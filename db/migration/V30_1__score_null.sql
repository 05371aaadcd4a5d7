-- A submission without a score: in update mode REPLACE it takes the entry away, else it changes nothing.
ALTER TABLE score_submission ALTER COLUMN score DROP NOT NULL;
