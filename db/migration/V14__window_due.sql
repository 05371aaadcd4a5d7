-- What a look for what is due, once a second or a minute, finds without reading every board or window.

-- Boards with seasons that are planned: not every season has started.
CREATE INDEX leaderboard_planned ON leaderboard (id)
    WHERE jsonb_array_length(seasons) > jsonb_array_length(jsonb_path_query_array(seasons, '$[*].startedAt'));

-- Boards with windows that expire, and those that are archived when they receive nothing.
CREATE INDEX leaderboard_keep ON leaderboard (id) WHERE jsonb_path_exists(windows, '$[*].keep');
CREATE INDEX leaderboard_idle ON leaderboard (id) WHERE archive_after IS NOT NULL AND archived_at IS NULL;

-- The windows that a definition's keep counts: final, and not expired.
CREATE INDEX leaderboard_window_final ON leaderboard_window (leaderboard_id, definition, zone, starts_at)
    WHERE finalized_at IS NOT NULL AND expired_at IS NULL;

-- Slices that were given up and whose tables are still there.
CREATE INDEX slice_given_up ON slice (expired_at) WHERE dropped_at IS NULL;
