package laurel.score.graphql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.sql.Json;
import laurel.request.StrictJson;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LaurelTest(at = "2025-07-13T12:00:00.000001Z")
class ScoreGraphQLTest {
    private static final String SUBMIT = """
            mutation ($input: SubmitScoreInput!) {
              submitScore(input: $input) {
                receipt {
                  status closedWindows
                  submission {
                    id score achievedAt receivedAt
                    participant { name }
                    leaderboard { window { name } }
                  }
                  changes { window { name } previousScore score previousRank rank rankChange }
                }
                errors { code message path }
              }
            }
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

    @Test
    void countsScoreInEveryWindowOfLeaderboard() {
        create(
                "runs",
                "windowDefinitions: [{kind: HOURLY}, {kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}]");
        Answer submission =
                submit(Map.of("leaderboardKey", "runs", "participant", Map.of("externalId", "ann"), "score", 10));
        assertThat(submission.list("changes"))
                .extracting(change -> change.text("window", "name"))
                .containsExactly("2025-07-13T12", "2025-07-13", "2025-W28", "2025-07", "2025");
        assertThat(submission.list("changes"))
                .allSatisfy(change -> assertThat(change.at("score")).isEqualTo("10"));
    }

    @Test
    void returnsPreviousAndNewScoreAndRank() {
        create("best", "");
        submit(Map.of("leaderboardKey", "best", "participant", Map.of("externalId", "ann"), "score", "10"));
        submit(Map.of(
                "leaderboardKey", "best", "participant", Map.of("externalId", "bob"), "score", "9007199254740993"));
        Answer change = submit(Map.of(
                        "leaderboardKey",
                        "best",
                        "participant",
                        Map.of("externalId", "ann"),
                        "score",
                        "9007199254740994"))
                .list("changes")
                .getFirst();
        assertThat(change.at("previousScore")).isEqualTo("10");
        assertThat(change.at("score")).isEqualTo("9007199254740994");
        assertThat(List.of(change.text("previousRank"), change.text("rank"), change.text("rankChange")))
                .containsExactly("2", "1", "1");
    }

    @Test
    void returnsFirstReceiptOnRetryWithinADay() {
        create("once", "updateMode: INCREMENT");
        Map<String, Object> input = Map.of(
                "leaderboardKey",
                "once",
                "participant",
                Map.of("externalId", "ann"),
                "score",
                "5",
                "idempotencyKey",
                "first");
        Answer first = submit(input);
        clock.advance(Duration.ofHours(23));
        Map<Object, Object> retried = new HashMap<>((Map<?, ?>) submit(input).json());
        assertThat(retried.put("status", "COUNTED")).isEqualTo("DUPLICATE");
        assertThat(retried).isEqualTo(first.json());

        clock.advance(Duration.ofHours(2));
        assertThat(submit(input).at("changes", 0, "score")).as("a day later").isEqualTo("10");
    }

    /** A client may build the same metadata again from a dictionary. */
    @Test
    void recognizesRetryWithMetadataInAnotherOrder() {
        create("ordered", "");
        submit(withMetadata("ordered", "{\"b\": {\"d\": 1.50, \"c\": 2}, \"a\": 1}"));
        assertThat(submit(withMetadata("ordered", "{\"a\": 1, \"b\": {\"c\": 2, \"d\": 1.5}}"))
                        .at("status"))
                .isEqualTo("DUPLICATE");
        assertThat(submit(withMetadata("ordered", "{\"a\": 1, \"b\": {\"c\": 2, \"d\": 1.6}}"))
                        .at("code"))
                .isEqualTo("IDEMPOTENCY_CONFLICT");
    }

    /** Earlier versions stored a digest of metadata as it was sent. */
    @Test
    void recognizesRetryOfSubmissionWithDigestOfMetadataAsSent() {
        create("upgraded", "");
        Map<String, Object> input = withMetadata("upgraded", "{\"b\": 2, \"a\": 1}");
        submit(input);
        server.database()
                .sql()
                .of("UPDATE score_submission SET digest = :digest WHERE idempotency_key = 'upgraded' RETURNING 1")
                .bind("digest", "626530eb5e6db4b0e8412c3d09018259f0ee78bafd797ae21cde2c3cadca6204")
                .one(Integer.class);
        assertThat(submit(input).at("status")).isEqualTo("DUPLICATE");
        assertThat(submit(ScoreClient.with(input, "score", "6")).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
    }

    private static Map<String, Object> withMetadata(String key, String json) {
        Object metadata = StrictJson.stored(new Json(json));
        return Map.of(
                "leaderboardKey",
                key,
                "participant",
                Map.of("externalId", "ann", "metadata", requireNonNull(metadata)),
                "score",
                "5",
                "metadata",
                metadata,
                "idempotencyKey",
                key);
    }

    @Test
    void returnsFirstReceiptAfterLeaderboardStoppedAcceptingSubmission() {
        create("narrowed", "");
        Map<String, Object> input = Map.of(
                "leaderboardKey",
                "narrowed",
                "participant",
                Map.of("externalId", "ann"),
                "score",
                "5",
                "idempotencyKey",
                "first");
        Map<String, Object> second = ScoreClient.with(input, "idempotencyKey", "second");
        submit(input);
        client.ask("mutation { updateLeaderboard(input: {leaderboardKey: \"narrowed\", expectedVersion: 1,"
                + " entityTypes: [\"GUILD\"]})"
                + " { __typename } }");
        assertThat(submit(input).at("status")).isEqualTo("DUPLICATE");
        assertThat(submit(second).at("code")).isEqualTo("ENTITY_TYPE_NOT_ACCEPTED");
        assertThat(submit(ScoreClient.with(input, "score", "6")).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
        client.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"narrowed\"}) { __typename } }");
        assertThat(submit(input).at("status")).isEqualTo("DUPLICATE");
        assertThat(submit(second).at("code")).isEqualTo("LEADERBOARD_ARCHIVED");
        assertThat(submit(ScoreClient.with(second, "score", "NaN")).at("code"))
                .as("the error that the documentation lists first")
                .isEqualTo("LEADERBOARD_ARCHIVED");
    }

    @Test
    void readsChangesOfEarlierMutationInSameRequest() {
        create("names", "");
        Answer answer = client.ask("""
                mutation {
                  a: submitScore(input: {leaderboardKey: "names", score: 1, participant: {externalId: "n", name: "Old"}}) {
                    receipt { submission { participant { name } } } }
                  b: submitScore(input: {leaderboardKey: "names", score: 2, participant: {externalId: "n", name: "New"}}) {
                    receipt { submission { participant { name } } } }
                }
                """);
        assertThat(answer.at("data", "a", "receipt", "submission", "participant", "name"))
                .isEqualTo("Old");
        assertThat(answer.at("data", "b", "receipt", "submission", "participant", "name"))
                .isEqualTo("New");
    }

    @Test
    void readsCurrentWindowOfLeaderboardWithSubmissionsClock() {
        create("history", "clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}]");
        Answer answer = client.ask("""
                mutation {
                  submitScore(input: {leaderboardKey: "history", score: 1, achievedAt: "1999-05-01T00:00:00Z",
                                      participant: {externalId: "n"}}) {
                    receipt { submission { leaderboard { window(select: {relative: {definitionKey: "yearly"}}) { name state } } \
                        } } }
                }
                """);
        assertThat(answer.at("data", "submitScore", "receipt", "submission", "leaderboard", "window", "name"))
                .isEqualTo("1999");
        assertThat(answer.at("data", "submitScore", "receipt", "submission", "leaderboard", "window", "state"))
                .isEqualTo("OPEN");
    }

    @Test
    void rejectsUnknownInputField() {
        Map<String, Object> input =
                Map.of("leaderboardKey", "runs", "participant", Map.of("externalId", "ann", "nick", "ann"), "score", 1);
        Answer answer = client.send(SUBMIT, Map.of("input", input));
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.text("errors", 0, "message")).contains("nick").doesNotContain("Exception");
    }

    private void create(String key, String definition) {
        Answer answer = client.ask(
                "mutation { createLeaderboard(input: {key: \"%s\", %s}) { __typename } }".formatted(key, definition));
        assertThat(answer.at("data", "createLeaderboard", "__typename")).isEqualTo("CreateLeaderboardPayload");
    }

    private Answer submit(Map<String, Object> input) {
        return client.ask(SUBMIT, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }
}
