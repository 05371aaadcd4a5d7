-- Backfills of badges read activity by participant instead of by day: running ones start again, and skip what they have awarded.
UPDATE job SET continuation = NULL WHERE kind = 'BACKFILL_BADGE' AND finished_at IS NULL;
