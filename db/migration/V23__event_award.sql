-- An event may be about what a participant has earned, and then about no leaderboard.
ALTER TABLE event ALTER COLUMN leaderboard_id DROP NOT NULL;
ALTER TABLE event ADD COLUMN participant_id bigint;
ALTER TABLE event ADD COLUMN award_id bigint;
ALTER TABLE event ADD CHECK ((award_id IS NULL) = (leaderboard_id IS NOT NULL));
ALTER TABLE event ADD CHECK ((award_id IS NULL) = (participant_id IS NULL));
-- What badges are earned by: whoever looks for it passes by all that was told of awards.
CREATE INDEX event_closing ON event (app_id, id) WHERE kind IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED');
