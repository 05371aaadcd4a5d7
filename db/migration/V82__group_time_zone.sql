-- Leaderboards whose groups of an attribute have the time zones of the group directory.
ALTER TABLE leaderboard ADD COLUMN time_zone_attribute text;
COMMENT ON COLUMN leaderboard.time_zone_attribute IS 'Attribute whose groups have the time zones of the directory; null for none';

CREATE INDEX leaderboard_time_zone_attribute ON leaderboard (app_id, time_zone_attribute) WHERE time_zone_attribute IS NOT NULL;

-- Attributes of which groups have had time zones. Nodes remember the time zones of a version.
CREATE TABLE group_attribute (
    app_id    integer NOT NULL REFERENCES app,
    attribute text    NOT NULL COLLATE "C",
    -- Incremented when the time zone of a group of the attribute changes.
    version   integer NOT NULL DEFAULT 1,
    PRIMARY KEY (app_id, attribute)
);

INSERT INTO group_attribute (app_id, attribute)
SELECT DISTINCT app_id, attribute FROM group_value WHERE time_zone IS NOT NULL;

-- Finds out whether a group has scores: a time zone or an override of a group with scores cannot change.
CREATE INDEX ranking_group ON ranking USING gin (group_values jsonb_path_ops) WHERE group_values <> '{}';
