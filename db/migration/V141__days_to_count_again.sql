CREATE INDEX streak_amnesty_recount_participant ON streak_amnesty_recount (participant_id, streak_id);
