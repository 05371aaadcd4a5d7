-- Day rules whose groups of an attribute have the time zones of the group directory.

-- Group of the peer; null if it is that of the actor.
ALTER TABLE activity_event ADD COLUMN peer_group_values jsonb;

-- Groups whose activity was counted by a day rule that follows their attribute, so that their time zones cannot change.
CREATE TABLE activity_counted_group (
    app_id    integer NOT NULL REFERENCES app,
    attribute text    NOT NULL COLLATE "C",
    value     text    NOT NULL COLLATE "C",
    PRIMARY KEY (app_id, attribute, value)
);
