-- When a revision of a window was stored.
CREATE INDEX event_window ON event (window_id, number);
