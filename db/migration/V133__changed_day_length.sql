-- The minimum length of the streak on end_date, before and after the change: a multiplier whose maximum is less does not change on
-- the last days, so they are not scored again. 0 if it is unknown, and for tallies.
ALTER TABLE scoring_changed_day
    ADD COLUMN end_length integer NOT NULL DEFAULT 0;
