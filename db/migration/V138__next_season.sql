-- When the next season of a leaderboard starts: the search for due ones, once a second, read the seasons of all with a planned one.
-- The text is UTC in ISO 8601, which is in the order of time except for fractions of a second, and for years of five digits.
DROP INDEX leaderboard_planned;
CREATE INDEX leaderboard_planned
    ON leaderboard ((jsonb_path_query_first(seasons, '$[*] ? (!exists(@.startedAt)).startsAt') #>> '{}') COLLATE "C")
    WHERE archived_at IS NULL AND jsonb_path_exists(seasons, '$[*] ? (!exists(@.startedAt))');
