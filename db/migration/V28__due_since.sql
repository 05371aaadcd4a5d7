-- From this day on, days are due on which something was counted, whether or not a score of them is kept: a version of the
-- policy has been in force since. Null if only days of which a score is kept are due.
ALTER TABLE day_score_due ADD COLUMN counted_from date;
