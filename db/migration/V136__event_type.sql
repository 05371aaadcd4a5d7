-- The first events of some types: a list of rare ones read all events of the app.
CREATE INDEX event_type ON event (app_id, event_type, id);
