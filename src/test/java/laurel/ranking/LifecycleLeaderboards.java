package laurel.ranking;

import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;

/** Creates leaderboards with overlapping windows, seasons, and groups with their own time zones, in the database. */
public record LifecycleLeaderboards(LaurelServer server) {
    public static final String ROLLING = """
            {"kind": "CUSTOM", "key": "rolling", "anchorTime": "2025-01-01T00:00:00Z", "interval": "PT6H", "length": "PT24H"}""";
    /** Windows of two days per week. */
    public static final String WEEKEND = """
            {"kind": "CUSTOM", "key": "weekend", "anchorTime": "2025-01-04T00:00:00Z", "interval": "P7D", "length": "P2D"}""";

    private static final String CHANGE = """
            UPDATE leaderboard
            SET window_definitions = :windows::jsonb, seasons = :seasons::jsonb, group_overrides = :overrides::jsonb,
                   version = version + 1
            WHERE key = :board AND app_id = :app
            """;

    public void create(String board, String windows, String seasons, String overrides) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + board
                        + "\", groupings: [[], [\"side\"]], windowDefinitions: [{kind: DAILY}]}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        server.database()
                .sql()
                .of(CHANGE)
                .bind("board", board)
                .bind("app", server.appId())
                .bind("windows", windows)
                .bind("seasons", seasons)
                .bind("overrides", overrides)
                .execute();
    }

    public void create(String board, String windows) {
        create(board, windows, "[]", "[]");
    }

    public void submit(String board, String who, int score) {
        Map<String, Object> input = Map.of(
                "leaderboardKey",
                board,
                "participant",
                Map.of("externalId", who),
                "score",
                score,
                "group",
                Map.of("side", who.substring(0, 1)));
        server.client()
                .ask(
                        "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {"
                                + " receipt { status } } }",
                        Map.of("input", input))
                .text("data", "submitScore", "receipt", "status");
    }

    public Answer board(String board, String fields) {
        return server.client()
                .ask("{ leaderboard(key: \"" + board + "\") { " + fields + " } }")
                .node("data", "leaderboard");
    }
}
