package laurel.ranking;

import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;

/** Boards with windows that overlap, seasons and groups in zones of their own, as they are in the database. */
record LivingBoards(LaurelServer server) {
    static final String ROLLING = """
            {"kind": "CUSTOM", "name": "rolling", "anchor": "2025-01-01T00:00:00Z", "every": "PT6H", "length": "PT24H"}""";
    /** Two days of a week. */
    static final String WEEKEND = """
            {"kind": "CUSTOM", "name": "weekend", "anchor": "2025-01-04T00:00:00Z", "every": "P7D", "length": "P2D"}""";

    private static final String CHANGE = """
            UPDATE leaderboard SET windows = :windows::jsonb, seasons = :seasons::jsonb, group_overrides = :overrides::jsonb,
                   version = version + 1
            WHERE key = :board
            """;

    /** A group's rankings move to windows of its own zone, which start and end when the board's do. */
    private static final String ZONE = """
            WITH other AS (
                INSERT INTO leaderboard_window (app_id, leaderboard_id, slice_id, kind, definition, name, zone, starts_at,
                                                ends_at, finalizes_at, opened_at)
                SELECT app_id, leaderboard_id, slice_id, kind, definition, name, :zone, starts_at, ends_at, finalizes_at, opened_at
                FROM leaderboard_window
                WHERE leaderboard_id = (SELECT id FROM leaderboard WHERE key = :board)
                RETURNING *
            )
            UPDATE ranking AS r SET window_id = o.id
            FROM leaderboard_window AS w
            JOIN other AS o ON o.leaderboard_id = w.leaderboard_id AND o.definition = w.definition AND o.name = w.name
            WHERE r.window_id = w.id AND r.group_values = :group::jsonb
            """;

    void create(String board, String windows, String seasons, String overrides) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + board
                        + "\", groupings: [[], [\"side\"]], windows: [{kind: DAILY}]}) { ... on Leaderboard { id } } }")
                .text("data", "createLeaderboard", "id");
        server.database().jdbi().useHandle(handle -> handle.createUpdate(CHANGE)
                .bind("board", board)
                .bind("windows", windows)
                .bind("seasons", seasons)
                .bind("overrides", overrides)
                .execute());
    }

    void create(String board, String windows) {
        create(board, windows, "[]", "[]");
    }

    void toZone(String board, String group, String zone) {
        server.database().jdbi().useHandle(handle -> handle.createUpdate(ZONE)
                .bind("board", board)
                .bind("group", group)
                .bind("zone", zone)
                .execute());
    }

    void submit(String board, String who, int score) {
        Map<String, Object> input = Map.of(
                "leaderboard",
                board,
                "participant",
                Map.of("id", who),
                "score",
                score,
                "group",
                List.of(Map.of("attribute", "side", "value", who.substring(0, 1))));
        server.client()
                .ask(
                        "mutation ($input: ScoreSubmissionInput!) { submitScore(input: $input) {"
                                + " ... on ScoreReceipt { replayed } } }",
                        Map.of("input", input))
                .text("data", "submitScore", "replayed");
    }

    Answer board(String board, String fields) {
        return server.client()
                .ask("{ leaderboard(key: \"" + board + "\") { " + fields + " } }")
                .node("data", "leaderboard");
    }
}
