-- What an award was won with, as data that does not depend on the window, which may expire.
ALTER TABLE badge_award ADD COLUMN evidence jsonb CHECK (jsonb_typeof(evidence) = 'object');

-- Corrections read the awards of a window in parts, in order.
DROP INDEX badge_award_window;
CREATE INDEX badge_award_window ON badge_award (window_id, badge_id, id);

-- Where to go on within the event after the position. Null: at its start.
ALTER TABLE badge_event_position ADD COLUMN progress jsonb CHECK (jsonb_typeof(progress) = 'object');
