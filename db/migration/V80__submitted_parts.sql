-- Parts of the submitted score, each with the time at which it counts as achieved: hours of the day, for leaderboards with
-- windows that are shorter than a day. Null: all of it counts as achieved in the middle of the day.
ALTER TABLE scoring_day_score ADD COLUMN submitted_parts jsonb CHECK (jsonb_typeof(submitted_parts) = 'array');
