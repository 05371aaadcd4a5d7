package laurel.window;

import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import org.jspecify.annotations.Nullable;

/** A leaderboard with many window definitions, and a group in Japan with its own time zone. */
record StepsLeaderboard(LaurelServer server, String key) {
    private static final String BOARD = """
            mutation { createLeaderboard(input: {key: "KEY", groupings: [[], ["region"]], gracePeriod: "PT1H",
              groupOverrides: [{group: {region: "jp"}, timeZone: "Asia/Tokyo"},
                               {group: {region: "low"}, sortOrder: ASCENDING}],
              windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}, {kind: CUSTOM, key: "rolling", interval: "P1D", length: "P7D"},
                        {kind: CUSTOM, key: "six", interval: "PT6H", length: "PT24H"},
                        {kind: CUSTOM, key: "odd", interval: "P2D", length: "P1D"}]}) { __typename } }
            """;

    /** Creates one. */
    static StepsLeaderboard create(LaurelServer server, String key) {
        server.client().ask(BOARD.replace("KEY", key));
        return new StepsLeaderboard(server, key);
    }

    /** Returns a field of a window. */
    @Nullable
    Object window(String arguments, String field) {
        return ask("window(" + arguments + ") { " + field + " }").at("window", field);
    }

    List<String> windows(String arguments) {
        return list(arguments).list("edges").stream()
                .map(edge -> edge.text("node", "name"))
                .toList();
    }

    Answer list(String arguments) {
        return ask("windows(" + arguments + ") { edges { node { name } } pageInfo { endCursor } }")
                .node("windows");
    }

    Answer ask(String field) {
        return server.client()
                .ask("{ leaderboard(key: \"" + key + "\") { " + field + " } }")
                .node("data", "leaderboard");
    }

    /** Returns the code and the message of the error. */
    String error(String field) {
        Answer error = server.client()
                .send("{ leaderboard(key: \"" + key + "\") { " + field + " } }", Map.of())
                .node("errors", 0);
        return error.text("extensions", "code") + " " + error.text("message");
    }

    @Nullable
    Object code(String field) {
        return server.client()
                .send("{ leaderboard(key: \"" + key + "\") { " + field + " } }", Map.of())
                .at("errors", 0, "extensions", "code");
    }

    /** Submits a score in a region. */
    void submit(String region) {
        server.client()
                .ask("mutation { submitScore(input: {leaderboardKey: \"" + key + "\", participant: {externalId: \""
                        + region
                        + "\"}, score: 1, group: {region: \"" + region
                        + "\"}}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
    }
}
