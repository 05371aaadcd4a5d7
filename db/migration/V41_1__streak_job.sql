-- What is left of amnesties, and of what was counted before streaks were created, is done by jobs.
INSERT INTO job (app_id, kind, state, parameters, failures, created_at)
SELECT s.app_id, 'RECOUNT_STREAKS', 'QUEUED', jsonb_build_object('streakId', s.id), 0, s.updated_at FROM streak AS s
WHERE EXISTS (SELECT FROM amnesty_due AS d WHERE d.streak_id = s.id);
INSERT INTO job (app_id, kind, state, parameters, failures, created_at)
SELECT s.app_id, 'BACKFILL_STREAK', 'QUEUED', jsonb_build_object('streakId', s.id), 0, s.updated_at FROM streak AS s
JOIN streak_fill AS f ON f.streak_id = s.id;
