package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The end of a definition moves while scores are submitted to the window after it. */
class CustomWindowEndConcurrencyTest {
    private static final int SUBMITTERS = 4;
    private static final int SUBMISSIONS = 4;
    /** Leaderboards, one after the other: after the first score the end can no longer move. */
    private static final int TRIES = 12;

    private static final String ROUNDS =
            "{kind: CUSTOM, key: \"round\", anchorTime: \"2025-07-13T00:00:00Z\", interval: \"P1D\"";

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(new TickingClock(Instant.parse("2025-07-13T23:58:00Z")));
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void deletesNoWindowWithScores() {
        for (int n = 0; n < TRIES; n++) {
            String board = "cup-" + n;
            client.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", windowDefinitions: [" + ROUNDS
                            + "}]}) { leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            // Definitions with scores cannot be replaced.
            assertThat(submit(board, "first", "2025-07-13T23:58:00Z")).isEqualTo("round#0");
            check(board);
        }
    }

    private static void check(String board) {
        Queue<String> accepted = new ConcurrentLinkedQueue<>();
        Together.all(SUBMITTERS + 1, n -> {
            for (int i = 0; i < SUBMISSIONS; i++) {
                String who = "who-" + n + "-" + i;
                if (n == SUBMITTERS) {
                    change(board, i % 2 == 0 ? ", count: 1" : "");
                } else if (submit(board, who, "2025-07-14T00:00:00Z").equals("round#1")) {
                    accepted.add(who);
                }
            }
            return n;
        });
        change(board, "");
        assertThat(submit(board, "last", "2025-07-14T00:00:00Z")).isEqualTo("round#1");
        accepted.add("last");
        Answer ranking = client.ask(
                        "{ leaderboard(key: \"" + board + "\") { window(select: {name: {name: \"round#1\"}}) {"
                                + " ranking { standings(first: 1000) { nodes { participant { externalId } } } } } } }")
                .node("data", "leaderboard", "window", "ranking");
        assertThat(ranking.list("standings", "nodes").stream().map(node -> node.text("participant", "externalId")))
                .containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(change(board, ", count: 1")).isEqualTo("WINDOW_DEFINITION_KEY_USED");
    }

    /** Returns the code of the error, or an empty text. */
    private static String change(String board, String end) {
        Answer answer = client.sendWithRetries(
                        "mutation { updateLeaderboard(input: {leaderboardKey: \"" + board
                                + "\", windowDefinitions: [" + ROUNDS + end
                                + "}]}) { errors { code } } }",
                        Map.of())
                .node("data", "updateLeaderboard");
        return Objects.toString(answer.at("errors", 0, "code"), "");
    }

    /** Returns the window in which the submission counts, or the code of the error. */
    private static String submit(String board, String who, String achievedAt) {
        Answer answer = client.sendWithRetries(
                        "mutation { submitScore(input: {leaderboardKey: \"" + board
                                + "\", participant: {externalId: \"" + who
                                + "\"}, score: 1, achievedAt: \"" + achievedAt
                                + "\"}) { receipt { changes { window { name } } } errors { code } } }",
                        Map.of())
                .node("data", "submitScore");
        return answer.at("receipt") == null
                ? answer.text("errors", 0, "code")
                : answer.text("receipt", "changes", 0, "window", "name");
    }
}
