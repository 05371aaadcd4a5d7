package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Window definitions that were stored by kind and name have keys. */
class WindowKeyMigrationTest {
    private static final String BEFORE = "30.1";

    private static final String BOARDS = """
            INSERT INTO leaderboard (app_id, key, name, entity_types, sort_order, update_mode, decimals, tie_rule, zone,
                                     windows, clock, visibility, created_at, updated_at)
            SELECT 1, key, key, '{ACCOUNT}', 'DESCENDING', 'MAX', 0, 'EARLIEST', 'UTC', windows::jsonb, 'SYSTEM', 'PUBLIC',
                   now(), now()
            FROM (VALUES
                ('kinds', '[{"kind": "HOURLY", "keep": 3}, {"kind": "DAILY"}, {"kind": "WEEKLY"}, {"kind": "MONTHLY"},
                            {"kind": "YEARLY"}, {"kind": "ALL_TIME"}, {"kind": "SEASON"}]'),
                ('custom', '[{"kind": "CUSTOM", "name": "rolling", "anchor": "2025-01-01T00:00:00Z", "every": "PT6H",
                              "length": "PT24H", "keep": 40},
                             {"kind": "DAILY"}, {"kind": "CUSTOM", "name": "daily", "anchor": "1970-01-01T00:00:00Z",
                              "every": "P1D", "length": "P7D"}]'))
                AS board (key, windows)
            """;

    private static final String WINDOWS = """
            WITH slice AS (INSERT INTO slice (name, opened_at) VALUES ('s', now()) RETURNING id)
            INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, zone, of_zone, starts_at,
                                            ends_at, finalizes_at, opened_at)
            SELECT 1, leaderboard.id, slice.id, kind, definition, w.name, 'UTC', true, starts_at::timestamptz,
                   starts_at::timestamptz + '1 day', starts_at::timestamptz + '1 day', now()
            FROM leaderboard, slice, (VALUES
                ('kinds', 'HOURLY', 'HOURLY', '2025-07-13T14', '2025-07-13'),
                ('kinds', 'DAILY', 'DAILY', '2025-07-13', '2025-07-13'),
                ('kinds', 'WEEKLY', 'WEEKLY', '2025-W28', '2025-07-07'), ('kinds', 'MONTHLY', 'MONTHLY', '2025-07', '2025-07-01'),
                ('kinds', 'YEARLY', 'YEARLY', '2025', '2025-01-01'), ('kinds', 'ALL_TIME', 'ALL_TIME', 'ALL-TIME', NULL),
                ('kinds', 'SEASON', 'SEASON', 'SEASON-1', '2025-07-13'),
                ('custom', 'CUSTOM', 'rolling', 'rolling#3', '2025-07-13'),
                ('custom', 'DAILY', 'DAILY', '2025-07-13', '2025-07-13'),
                ('custom', 'CUSTOM', 'daily', 'daily#20282', '2025-07-13'))
                AS w (board, kind, definition, name, starts_at)
            WHERE leaderboard.key = board
            """;

    private static final String BADGES = """
            INSERT INTO badge (app_id, key, name, enabled, recurrence, rule, follows_from, created_at, updated_at)
            SELECT 1, key, key, true, 'ONCE', rule::jsonb, 0, now(), now()
            FROM (VALUES ('ranked', '{"kind": "RANK_AT_CLOSE", "leaderboard": "kinds", "definition": "WEEKLY"}'),
                         ('rolled', '{"kind": "RANK_AT_CLOSE", "leaderboard": "custom", "definition": "daily"}'),
                         ('manual', '{"kind": "MANUAL"}')) AS badge (key, rule)
            """;

    private static final String WEBHOOKS = """
            INSERT INTO webhook (app_id, url, types, leaderboards, kinds, definitions, every_group, top, state, secret, failures,
                                 event_position, ranked_at, last_due, served_at, created_at, updated_at)
            SELECT 1, 'https://example.org/', '{}', '{}', '{}', definitions::text[], false, 1, 'ENABLED', 's', 0, 0, now(), now(),
                   now(), now(), now()
            FROM (VALUES ('{}'), ('{ALL_TIME,rolling,daily}')) AS webhook (definitions)
            """;

    private static final String OVERRIDES_AND_SEASONS = """
            UPDATE leaderboard
            SET group_overrides = '[{"group": {"region": "jp"}, "zone": "Asia/Tokyo", "sortOrder": "ASCENDING"},
                                    {"group": {"region": "us"}, "sortOrder": "ASCENDING"}]',
                seasons = '[{"number": 1, "name": "One", "startsAt": "2025-07-13T00:00:00Z", "archivePrevious": true},
                            {"number": 2, "name": "Two", "startsAt": "2025-08-13T00:00:00Z", "archivePrevious": false,
                             "carry": 0.5}]'
            WHERE key = 'kinds'
            """;

    private static TestDatabase database;

    @BeforeAll
    static void migrate() {
        database = TestDatabase.ofVersion(BEFORE);
        List.of(BOARDS, OVERRIDES_AND_SEASONS, WINDOWS, BADGES, WEBHOOKS)
                .forEach(rows -> database.sql().execute(rows));
        database.migrate();
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    @Test
    void namesDefinitionsAfterTheirKinds() {
        assertThat(windows("kinds")).isEqualTo("""
                        [{"key": "hourly", "kind": "HOURLY", "retainCount": 3}, {"key": "daily", "kind": "DAILY"}, \
                        {"key": "weekly", "kind": "WEEKLY"}, {"key": "monthly", "kind": "MONTHLY"}, \
                        {"key": "yearly", "kind": "YEARLY"}, {"key": "all-time", "kind": "ALL_TIME"}, \
                        {"key": "season", "kind": "SEASON"}]""");
    }

    @Test
    void keepsNamesOfCustomDefinitionsUnlessAKindHasThem() {
        assertThat(windows("custom")).isEqualTo("""
                        [{"key": "rolling", "kind": "CUSTOM", "length": "PT24H", "interval": "PT6H", \
                        "anchorTime": "2025-01-01T00:00:00Z", "retainCount": 40}, {"key": "daily", "kind": "DAILY"}, \
                        {"key": "custom-daily", "kind": "CUSTOM", "length": "P7D", "interval": "P1D", \
                        "anchorTime": "1970-01-01T00:00:00Z"}]""");
    }

    @Test
    void movesWindowsToKeysOfTheirDefinitions() {
        String rows =
                "SELECT l.key || ' ' || w.kind || ' ' || w.definition || ' ' || w.name FROM leaderboard_window AS w"
                        + " JOIN leaderboard AS l ON l.id = w.leaderboard_id";
        assertThat(database.sql().of(rows).list(String.class))
                .containsExactlyInAnyOrder(
                        "kinds HOURLY hourly 2025-07-13T14",
                        "kinds DAILY daily 2025-07-13",
                        "kinds WEEKLY weekly 2025-W28",
                        "kinds MONTHLY monthly 2025-07",
                        "kinds YEARLY yearly 2025",
                        "kinds ALL_TIME all-time ALL-TIME",
                        "kinds SEASON season SEASON-1",
                        "custom CUSTOM rolling rolling#3",
                        "custom DAILY daily 2025-07-13",
                        "custom CUSTOM custom-daily custom-daily#20282");
    }

    @Test
    void renamesFieldsOfGroupOverridesAndSeasons() {
        assertThat(column("group_overrides", "kinds")).isEqualTo("""
                        [{"group": {"region": "jp"}, "timeZone": "Asia/Tokyo", "sortOrder": "ASCENDING"}, \
                        {"group": {"region": "us"}, "sortOrder": "ASCENDING"}]""");
        assertThat(column("seasons", "kinds"))
                .contains("\"retainPrevious\": true", "\"retainPrevious\": false", "\"carryOver\": 0.5")
                .doesNotContain("archivePrevious", "\"carry\"");
        assertThat(column("seasons", "custom")).isEqualTo("[]");
    }

    @Test
    void updatesKeysInBadgesAndWebhooks() {
        assertThat(database.sql()
                        .of("SELECT key || ' ' || coalesce(rule ->> 'windowDefinitionKey', '-') FROM badge")
                        .list(String.class))
                .containsExactlyInAnyOrder("ranked weekly", "rolled custom-daily", "manual -");
        assertThat(database.sql()
                        .of("SELECT coalesce(window_definition_keys::text, 'all') FROM webhook")
                        .list(String.class))
                .containsExactlyInAnyOrder("all", "{all-time,rolling,custom-daily}");
    }

    private static String windows(String board) {
        return column("window_definitions", board);
    }

    private static String column(String name, String board) {
        return database.sql()
                .of("SELECT " + name + "::text FROM leaderboard WHERE key = :board")
                .bind("board", board)
                .one(String.class);
    }
}
