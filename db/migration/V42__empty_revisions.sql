-- What is stored of a final ranking is its standings. A revision in which nobody stood has none, and must be known all the same.
ALTER TABLE ranking ADD COLUMN empty_revisions integer[] NOT NULL DEFAULT '{}';

UPDATE ranking AS r SET empty_revisions = ARRAY[r.revision]
WHERE r.revision > 0
  AND NOT EXISTS (SELECT FROM final_standing AS f WHERE f.ranking_id = r.id AND f.revision = r.revision);

-- A season's ID has a serial number, which is not reused when the season is cancelled: the leaderboard's version that made it.
-- Those that there are keep their numbers, which are lower than the version of their leaderboard.
UPDATE leaderboard
SET seasons = (SELECT jsonb_agg(season || jsonb_build_object('serial', season -> 'number') ORDER BY n)
               FROM jsonb_array_elements(seasons) WITH ORDINALITY AS s (season, n))
WHERE jsonb_array_length(seasons) > 0;
