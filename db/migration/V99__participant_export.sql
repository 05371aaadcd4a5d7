-- Finds the events of a participant for its export: those in which it is the peer, and those of the log about it.
CREATE INDEX activity_event_peer ON activity_event (peer_id, occurred_at) WHERE peer_id IS NOT NULL;
CREATE INDEX event_participant ON event (participant_id, id) WHERE participant_id IS NOT NULL;
