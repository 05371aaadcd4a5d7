CREATE INDEX streak_amnesty_recount_participant ON streak_amnesty_recount (participant_id, streak_id);

-- The days that are scored even without a stored score, instead of the first of them.
ALTER TABLE scoring_rescore_range ADD COLUMN tallied datemultirange NOT NULL DEFAULT '{}';
UPDATE scoring_rescore_range SET tallied = datemultirange(daterange(tallied_since, end_date, '[]'))
WHERE tallied_since <= end_date;
ALTER TABLE scoring_rescore_range DROP COLUMN tallied_since;
