-- A difference of a day's score may count in windows that were final when it was received, as a correction.
ALTER TABLE score_submission ADD COLUMN corrects_final boolean NOT NULL DEFAULT false;
