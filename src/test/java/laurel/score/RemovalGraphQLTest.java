package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.Contents;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A removed submission counts nowhere, as if it had never been sent, but remains visible. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class RemovalGraphQLTest {
    private static final String SUBMIT = """
            mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
              receipt { status submission { id removedAt } changes { score rank } }
              errors { code path } } }
            """;
    private static final String REMOVE = """
            mutation ($input: RemoveSubmissionInput!) { removeSubmission(input: $input) {
                submission { id score removedAt removalReason participant { externalId } leaderboard { key } }
                changes {
                  window { name } group { values } previousGroup { values }
                  previousScore score previousRank rank rankChange
                }
                team: changes(grouping: ["team"]) { score }
              errors { code message path } } }
            """;
    private static final String SUBMISSIONS = """
            query ($board: String!, $window: String!, $participant: String!, $first: Int!, $after: String) {
              leaderboard(key: $board) { window(select: {name: {name: $window}}) { ranking { standing(participant: {external: \
                  {externalId: $participant}}) {
                score submission { id score }
                submissions(first: $first, after: $after) {
                  edges { node { id score removedAt removalReason } } pageInfo { hasNextPage endCursor }
                } } } } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    /** Submits 5, 9 and 2, and removes the submission of the entry after the daily window was closed. */
    @ParameterizedTest
    @CsvSource({"REPLACE, 2, 9", "INCREMENT, 2, 14", "MAX, 9, 5", "MIN, 2, 5"})
    void rederivesEntryFromRemainingSubmissions(String mode, int removed, String score) {
        String board = "left-" + mode.toLowerCase(Locale.ROOT);
        create(board, "updateMode: " + mode + ", windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        Map<Integer, String> ids = new HashMap<>();
        List.of(5, 9, 2).forEach(one -> ids.put(one, submit(ScoreClient.score(board, "ann", one))));
        clock.advance(Duration.ofDays(3));
        Answer answer = remove(ids.get(removed), null);
        assertThat(answer.list("changes")).hasSize(2).allSatisfy(change -> assertThat(change.text("score"))
                .isEqualTo(score));
        for (String window : List.of("2025-07-13", "ALL-TIME")) {
            assertThat(entries(board, window, "ann")).containsExactly("{} " + score);
        }
    }

    @Test
    void removesEntryWithItsLastSubmission() {
        create("last", "windowDefinitions: [{kind: ALL_TIME}], groupings: [[], [\"team\"]]");
        submit(team("last", "bob", 1, "a"));
        String id = submit(team("last", "ann", 3, "a"));
        Answer removed = remove(id, "cheated");
        assertThat(entries("last", "ALL-TIME", "ann")).isEmpty();
        assertThat(removed.list("team")).hasSize(1);
        Answer change = removed.node("changes", 1);
        assertThat(change.at("score")).isNull();
        assertThat(change.at("rank")).isNull();
        assertThat(change.text("previousScore")).isEqualTo("3");
        assertThat(change.text("previousRank")).isEqualTo("1");
        assertThat(change.at("group"))
                .isEqualTo(change.at("previousGroup"))
                .isEqualTo(Map.of("values", Map.of("team", "a")));
        assertThat(removed.node("submission").at("removalReason")).isEqualTo("cheated");
        assertThat(removed.text("submission", "participant", "externalId")).isEqualTo("ann");
    }

    @Test
    void movesEntryToGroupOfLastRemainingSubmission() {
        create("back", "updateMode: INCREMENT, windowDefinitions: [{kind: ALL_TIME}], groupings: [[\"team\"]]");
        submit(team("back", "ann", 1, "a"));
        String id = submit(team("back", "ann", 2, "b"));
        Answer change = remove(id, null).node("changes", 0);
        assertThat(change.at("previousGroup")).isEqualTo(Map.of("values", Map.of("team", "b")));
        assertThat(change.at("group")).isEqualTo(Map.of("values", Map.of("team", "a")));
        assertThat(change.at("rankChange")).isNull();
        assertThat(entries("back", "ALL-TIME", "ann")).containsExactly("{\"team\": \"a\"} 1");
    }

    @Test
    void changesNothingOnSecondRemoval() {
        create("twice", "windowDefinitions: [{kind: ALL_TIME}]");
        submit(ScoreClient.score("twice", "ann", 1));
        String id = submit(ScoreClient.score("twice", "ann", 2));
        Answer first = remove(id, "first");
        Contents before = contents();
        clock.advance(Duration.ofHours(1));
        Answer second = remove(id, "second");
        assertThat(second.at("submission")).isEqualTo(first.at("submission"));
        assertThat(second.list("changes")).isEmpty();
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void returnsFirstReceiptOnRetryOfRemovedSubmission() {
        create("retry", "windowDefinitions: [{kind: ALL_TIME}]");
        var input = ScoreClient.with(ScoreClient.score("retry", "ann", 1), "idempotencyKey", "k");
        remove(submit(input), null);
        Answer retried = client.ask(SUBMIT, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
        assertThat(retried.at("status")).isEqualTo("DUPLICATE");
        assertThat(retried.text("changes", 0, "score")).isEqualTo("1");
        assertThat(retried.at("submission", "removedAt")).isNotNull();
        assertThat(entries("retry", "ALL-TIME", "ann")).isEmpty();
    }

    /** The sum of 2^63 - 1, -1 and 1 overflows if the second submission is removed. */
    @Test
    void rejectsInvalidRemovalsWithoutChanges() {
        create("sums", "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        submit(ScoreClient.with(ScoreClient.score("sums", "ann", 0), "score", "9223372036854775807"));
        String minus = submit(ScoreClient.score("sums", "ann", -1));
        submit(ScoreClient.score("sums", "ann", 1));
        String unknown = server.id("ScoreSubmission", 1, 1);
        Contents before = contents();
        assertRefused("SCORE_OUT_OF_RANGE", "submissionId", minus, null);
        assertRefused("INVALID_TEXT", "reason", minus, "");
        assertRefused("INVALID_TEXT", "reason", minus, "x".repeat(201));
        assertRefused("INVALID_TEXT", "reason", unknown, "a\u0000");
        assertRefused("SUBMISSION_NOT_FOUND", "submissionId", unknown, null);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void listsSubmissionsOfStanding() {
        create("why", "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        submit(ScoreClient.score("why", "ann", 1));
        submit(ScoreClient.score("why", "bob", 9));
        String two = submit(ScoreClient.score("why", "ann", 2));
        clock.advance(Duration.ofDays(1));
        String three = submit(ScoreClient.score("why", "ann", 3));
        remove(two, "late");
        Answer allTime = standing("ALL-TIME", 2, null);
        assertThat(allTime.text("score")).isEqualTo("4");
        assertThat(allTime.text("submission", "id")).isEqualTo(three);
        assertThat(scores(allTime)).containsExactly("3 null", "2 late");
        assertThat(allTime.at("submissions", "pageInfo", "hasNextPage")).isEqualTo(true);
        Answer next = standing("ALL-TIME", 2, allTime.text("submissions", "pageInfo", "endCursor"));
        assertThat(scores(next)).containsExactly("1 null");
        assertThat(next.at("submissions", "pageInfo", "hasNextPage")).isEqualTo(false);
        assertThat(scores(standing("2025-07-14", 5, null))).containsExactly("3 null");
        String cursorOfOtherWindow = allTime.text("submissions", "pageInfo", "endCursor");
        assertThat(requestError(variables("2025-07-14", 5, cursorOfOtherWindow)))
                .isEqualTo("INVALID_CURSOR");
        assertThat(requestError(variables("ALL-TIME", 0, null))).isEqualTo("INVALID_PAGE_SIZE");
    }

    private @Nullable Object requestError(Map<String, ?> variables) {
        return client.send(SUBMISSIONS, variables).at("errors", 0, "extensions", "code");
    }

    /** Removes half of the submissions while others are sent, on two nodes. */
    @Test
    void losesNothingIfRemovalsAndSubmissionsAreConcurrent() {
        create(
                "race",
                "updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}], groupings: [[], [\"team\"]]");
        long sum;
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(client, secondNode.client());
            List<Long> left = Together.all(16, writer -> IntStream.range(0, 8)
                    .mapToLong(n -> {
                        GraphQLClient node = nodes.get((writer + n) % 2);
                        var input = team("race", "ann", 1 + writer, "team-" + n % 3);
                        String id = node.sendWithRetries(SUBMIT, Map.of("input", input))
                                .text("data", "submitScore", "receipt", "submission", "id");
                        if (n % 2 == 0) {
                            return 1L + writer;
                        }
                        node.sendWithRetries(REMOVE, Map.of("input", Map.of("submissionId", id)))
                                .text("data", "removeSubmission", "submission", "removedAt");
                        return 0L;
                    })
                    .sum());
            sum = left.stream().mapToLong(Long::longValue).sum();
        }
        for (String window : List.of("2025-07-13", "ALL-TIME")) {
            assertThat(entries("race", window, "ann")).hasSize(2).allMatch(entry -> entry.endsWith("} " + sum));
        }
    }

    private static List<String> scores(Answer standing) {
        return standing.list("submissions", "edges").stream()
                .map(edge -> edge.text("node", "score") + " " + edge.at("node", "removalReason"))
                .toList();
    }

    private Answer standing(String window, int first, @Nullable String after) {
        return client.ask(SUBMISSIONS, variables(window, first, after))
                .node("data", "leaderboard", "window", "ranking", "standing");
    }

    private static Map<String, Object> variables(String window, int first, @Nullable String after) {
        Map<String, Object> variables = new HashMap<>();
        variables.putAll(Map.of("board", "why", "window", window, "participant", "ann", "first", first));
        variables.put("after", after);
        return variables;
    }

    private void assertRefused(String code, String field, @Nullable String id, @Nullable String reason) {
        Answer answer = remove(id, reason);
        assertThat(answer.at("code")).as("%s %s", id, reason).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of("input", field));
    }

    private Answer remove(@Nullable String id, @Nullable String reason) {
        Map<String, Object> input = new HashMap<>();
        input.put("submissionId", id);
        input.put("reason", reason);
        return client.ask(REMOVE, Map.of("input", input))
                .node("data", "removeSubmission")
                .orError();
    }

    private String submit(Map<String, Object> input) {
        return client.ask(SUBMIT, Map.of("input", input)).text("data", "submitScore", "receipt", "submission", "id");
    }

    private static Map<String, Object> team(String board, String participant, int score, String team) {
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", Map.of("team", team));
    }

    private void create(String key, String definition) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + definition
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private List<String> entries(String board, String window, String participant) {
        return StoredEntry.of(server, board, window, participant);
    }

    private Contents contents() {
        return Contents.of(server.database().sql());
    }
}
