-- Tables of activity, streaks and scoring are named for their packages, and columns for the fields of the API.

ALTER TABLE day_rule RENAME TO streak_day_rule;
ALTER TABLE streak_day_rule RENAME CONSTRAINT day_rule_pkey TO streak_day_rule_pkey;
ALTER TABLE streak_day_rule RENAME CONSTRAINT day_rule_app_id_fkey TO streak_day_rule_app_id_fkey;
ALTER TABLE streak_day_rule RENAME CONSTRAINT day_rule_rule_check TO streak_day_rule_rule_check;
ALTER INDEX day_rule_rule RENAME TO streak_day_rule_rule;
ALTER SEQUENCE day_rule_id_seq RENAME TO streak_day_rule_id_seq;

ALTER TABLE daily_tally RENAME TO activity_daily_tally;
ALTER TABLE activity_daily_tally RENAME COLUMN type TO event_type;
ALTER TABLE activity_daily_tally RENAME COLUMN part TO role;
ALTER TABLE activity_daily_tally RENAME COLUMN events TO event_count;
ALTER TABLE activity_daily_tally RENAME COLUMN total TO value_sum;
ALTER TABLE activity_daily_tally RENAME CONSTRAINT daily_tally_pkey TO activity_daily_tally_pkey;
ALTER TABLE activity_daily_tally RENAME CONSTRAINT daily_tally_events_check TO activity_daily_tally_event_count_check;
ALTER TABLE activity_daily_tally RENAME CONSTRAINT daily_tally_part_check TO activity_daily_tally_role_check;
ALTER INDEX daily_tally_day RENAME TO activity_daily_tally_day;

ALTER TABLE daily_peer RENAME TO activity_daily_peer;
ALTER TABLE activity_daily_peer RENAME COLUMN type TO event_type;
ALTER TABLE activity_daily_peer RENAME COLUMN part TO role;
ALTER TABLE activity_daily_peer RENAME COLUMN events TO event_count;
ALTER TABLE activity_daily_peer RENAME CONSTRAINT daily_peer_pkey TO activity_daily_peer_pkey;
ALTER TABLE activity_daily_peer RENAME CONSTRAINT daily_peer_events_check TO activity_daily_peer_event_count_check;
ALTER TABLE activity_daily_peer RENAME CONSTRAINT daily_peer_part_check TO activity_daily_peer_role_check;

ALTER TABLE busy_second RENAME TO activity_busy_second;
ALTER TABLE activity_busy_second RENAME CONSTRAINT busy_second_pkey TO activity_busy_second_pkey;

ALTER TABLE day_score RENAME TO scoring_day_score;
ALTER TABLE scoring_day_score RENAME COLUMN taken TO submitted_score;
ALTER TABLE scoring_day_score RENAME CONSTRAINT day_score_pkey TO scoring_day_score_pkey;
ALTER TABLE scoring_day_score RENAME CONSTRAINT day_score_group_values_check TO scoring_day_score_group_values_check;

ALTER TABLE day_score_due RENAME TO scoring_rescore_range;
ALTER TABLE scoring_rescore_range RENAME COLUMN from_day TO start_date;
ALTER TABLE scoring_rescore_range RENAME COLUMN through_day TO end_date;
ALTER TABLE scoring_rescore_range RENAME COLUMN counted_from TO tallied_since;
ALTER TABLE scoring_rescore_range RENAME CONSTRAINT day_score_due_pkey TO scoring_rescore_range_pkey;
ALTER TABLE scoring_rescore_range RENAME CONSTRAINT day_score_due_check TO scoring_rescore_range_check;
ALTER INDEX day_score_due_job RENAME TO scoring_rescore_range_job;
ALTER INDEX day_score_due_turn RENAME TO scoring_rescore_range_turn;
ALTER SEQUENCE day_score_due_turn_seq RENAME TO scoring_rescore_range_turn_seq;

ALTER TABLE scoring_in_force RENAME TO scoring_activation;
ALTER TABLE scoring_activation RENAME COLUMN from_day TO start_date;
ALTER TABLE scoring_activation RENAME COLUMN number TO version_number;
ALTER TABLE scoring_activation RENAME COLUMN made_at TO activated_at;
ALTER TABLE scoring_activation RENAME CONSTRAINT scoring_in_force_pkey TO scoring_activation_pkey;
ALTER TABLE scoring_activation
    RENAME CONSTRAINT scoring_in_force_policy_id_number_fkey TO scoring_activation_policy_id_version_number_fkey;

ALTER TABLE scoring_board RENAME TO scoring_leaderboard;
ALTER TABLE scoring_leaderboard RENAME CONSTRAINT scoring_board_pkey TO scoring_leaderboard_pkey;
ALTER TABLE scoring_leaderboard RENAME CONSTRAINT scoring_board_leaderboard_id_key TO scoring_leaderboard_leaderboard_id_key;
ALTER TABLE scoring_leaderboard RENAME CONSTRAINT scoring_board_leaderboard_id_fkey TO scoring_leaderboard_leaderboard_id_fkey;
ALTER TABLE scoring_leaderboard RENAME CONSTRAINT scoring_board_policy_id_fkey TO scoring_leaderboard_policy_id_fkey;

ALTER TABLE streak RENAME COLUMN unit TO period;
ALTER TABLE streak RENAME CONSTRAINT streak_unit_check TO streak_period_check;

ALTER TABLE streak_day RENAME COLUMN events TO event_count;

ALTER TABLE streak_fill RENAME TO streak_backfill;
ALTER TABLE streak_backfill RENAME CONSTRAINT streak_fill_pkey TO streak_backfill_pkey;
ALTER TABLE streak_backfill RENAME CONSTRAINT streak_fill_app_id_fkey TO streak_backfill_app_id_fkey;
ALTER TABLE streak_backfill RENAME CONSTRAINT streak_fill_streak_id_fkey TO streak_backfill_streak_id_fkey;
ALTER INDEX streak_fill_app RENAME TO streak_backfill_app;

ALTER TABLE amnesty_day RENAME TO streak_amnesty_day;
ALTER TABLE streak_amnesty_day RENAME CONSTRAINT amnesty_day_pkey TO streak_amnesty_day_pkey;

ALTER TABLE amnesty_due RENAME TO streak_amnesty_recount;
ALTER TABLE streak_amnesty_recount RENAME COLUMN from_day TO start_date;
ALTER TABLE streak_amnesty_recount RENAME COLUMN through_day TO end_date;
ALTER TABLE streak_amnesty_recount RENAME COLUMN lost TO revoked;
ALTER TABLE streak_amnesty_recount RENAME CONSTRAINT amnesty_due_pkey TO streak_amnesty_recount_pkey;
ALTER INDEX amnesty_due_turn RENAME TO streak_amnesty_recount_turn;
ALTER SEQUENCE amnesty_due_turn_seq RENAME TO streak_amnesty_recount_turn_seq;

ALTER TABLE frozen_day RENAME TO streak_frozen_day;
ALTER TABLE streak_frozen_day RENAME CONSTRAINT frozen_day_pkey TO streak_frozen_day_pkey;
ALTER INDEX frozen_day_day RENAME TO streak_frozen_day_day;

ALTER TABLE activity_event RENAME COLUMN actor_zone TO actor_time_zone;
ALTER TABLE activity_event RENAME COLUMN peer_zone TO peer_time_zone;

ALTER TABLE activity_group RENAME COLUMN event_id TO external_id;

-- Replaced by streak_covered_through.
DROP FUNCTION IF EXISTS held_through(bigint, bigint, date, integer);
