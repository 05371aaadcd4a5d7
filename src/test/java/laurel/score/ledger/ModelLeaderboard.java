package laurel.score.ledger;

import java.util.Locale;
import java.util.Map;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import laurel.window.Window;

/** Leaderboards of {@link DerivationModelTest}, with and without settings of groups. */
final class ModelLeaderboard {
    /** Time zones with offsets of other than whole hours, windows that overlap, and sort orders and update modes of groups. */
    private static final String OVERRIDE = """
            UPDATE leaderboard SET version = version + 1,
                window_definitions = window_definitions || '[{"kind": "CUSTOM", "key": "rolling",
                    "anchorTime": "2025-07-01T00:00:00Z", "interval": "PT7M", "length": "PT16M"}]',
                group_overrides = jsonb_build_array(
                    jsonb_build_object('group', '{"region": "r0"}'::jsonb, 'sortOrder', :order, 'updateMode', :mode),
                    jsonb_build_object('group', '{"region": "r1"}'::jsonb, 'timeZone', 'Asia/Kathmandu'),
                    jsonb_build_object('group', '{"region": "r1", "platform": "p1"}'::jsonb, 'timeZone', 'America/St_Johns',
                                       'sortOrder', :order),
                    jsonb_build_object('group', '{"region": "r0", "platform": "p0"}'::jsonb, 'updateMode', :mode),
                    jsonb_build_object('group', '{"region": "r1", "platform": "p0"}'::jsonb, 'updateMode', 'REPLACE'))
            WHERE key = :board
            """;

    private static final Map<Map<String, String>, String> TIME_ZONES = Map.of(
            Map.of("region", "r1"), "Asia/Kathmandu",
            Map.of("region", "r1", "platform", "p1"), "America/St_Johns");

    private ModelLeaderboard() {}

    static Leaderboard create(
            LaurelServer server, int app, UpdateMode mode, TieRule tie, String order, boolean overridden) {
        String key = "%s-%s-%s-%s"
                .formatted(mode, tie, order, overridden ? "own" : "one")
                .toLowerCase(Locale.ROOT);
        server.client()
                .ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, tieRule: %s, sortOrder: %s,
                  groupings: [[], ["region"], ["platform", "region"]],
                  windowDefinitions: [{kind: HOURLY}, {kind: DAILY}, {kind: ALL_TIME}]}) { leaderboard { id } } }
                """.formatted(key, mode, tie, order))
                .text("data", "createLeaderboard", "leaderboard", "id");
        if (overridden) {
            override(server, key, mode, order);
        }
        return server.bean(Leaderboards.class).byKey(app, key).orElseThrow();
    }

    private static void override(LaurelServer server, String key, UpdateMode mode, String order) {
        server.bean(Sql.class)
                .of(OVERRIDE)
                .bind("board", key)
                .bind("order", order.equals("ASCENDING") ? "DESCENDING" : "ASCENDING")
                .bind("mode", otherMode(mode))
                .execute();
    }

    /** The best by the other order, or another way to combine. */
    private static UpdateMode otherMode(UpdateMode mode) {
        return switch (mode) {
            case MAX -> UpdateMode.MIN;
            case MIN -> UpdateMode.INCREMENT;
            case INCREMENT -> UpdateMode.MAX;
            case REPLACE -> UpdateMode.MIN;
        };
    }

    /** Hourly and daily windows are those in the time zone of the group. */
    static boolean counts(Leaderboard board, Window window, Group group) {
        String timeZone = board.definition().groupOverrides().isEmpty() ? null : TIME_ZONES.get(group.values());
        return window.kind() == WindowKind.ALL_TIME
                || window.kind() == WindowKind.CUSTOM
                || window.timeZone().getId().equals(timeZone == null ? "UTC" : timeZone);
    }
}
