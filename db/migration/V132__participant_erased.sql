-- Whether participants of new events were erased in the meantime: an index without any other participants.
CREATE INDEX participant_erased ON participant (id) WHERE erased_at IS NOT NULL;
