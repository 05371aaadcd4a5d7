package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A submission with a null score removes the entry in update mode REPLACE, and changes nothing in the other modes. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class NullScoreGraphQLTest {
    private static final String REMOVE = "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) {"
            + " submission { status } changes { previousScore score } errors { code } } }";

    @Inject
    LaurelServer server;

    private ScoreClient client;

    @BeforeEach
    void start() {
        client = new ScoreClient(server.client());
    }

    @Test
    void removesEntryInReplaceModeUntilSubmissionIsRemoved() {
        client.create("replace", "REPLACE", "{kind: DAILY}, {kind: ALL_TIME}");
        client.submit(ScoreClient.score("replace", "ann", 5));
        client.submit(ScoreClient.score("replace", "bob", 3));
        Answer removal = client.submit(withoutScore("replace", "ann"));
        assertThat(removal.at("status")).isEqualTo("NO_SCORE");
        assertThat(removal.list("changes")).hasSize(2).allSatisfy(change -> {
            assertThat(change.at("previousScore")).isEqualTo("5");
            assertThat(change.at("score")).isNull();
            assertThat(change.at("previousRank")).isEqualTo(1);
            assertThat(change.at("rank")).isNull();
        });
        assertThat(scores("replace")).isEqualTo(List.of(Map.of("bob", "3"), Map.of("bob", "3")));
        Answer repeated = client.submit(withoutScore("replace", "ann"));
        assertThat(repeated.list("changes")).hasSize(2).allSatisfy(change -> {
            assertThat(change.at("previousScore")).isNull();
            assertThat(change.at("score")).isNull();
        });

        Answer removed = remove(removal.text("submission", "id"));
        // The second submission without a score is still there.
        assertThat(removed.list("changes")).isEmpty();
        assertThat(scores("replace").getFirst()).isEqualTo(Map.of("bob", "3"));
        assertThat(remove(repeated.text("submission", "id")).list("changes"))
                .extracting(change -> change.at("score"))
                .containsExactly("5", "5");
        assertThat(scores("replace").getFirst()).isEqualTo(Map.of("ann", "5", "bob", "3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAX", "MIN", "INCREMENT"})
    void changesNothingInOtherModes(String mode) {
        String board = "none-" + mode.toLowerCase(Locale.ROOT);
        client.create(board, mode, "{kind: DAILY}, {kind: ALL_TIME}");
        String first = client.submit(ScoreClient.score(board, "ann", 5)).text("submission", "id");
        assertThat(client.submit(withoutScore(board, "bob")).list("changes"))
                .extracting(change -> change.at("score"))
                .containsExactly(null, null);
        Answer kept = client.submit(withoutScore(board, "ann"));
        assertThat(kept.at("status")).isEqualTo("NO_SCORE");
        assertThat(kept.list("changes")).hasSize(2).allSatisfy(change -> {
            assertThat(change.at("score")).isEqualTo("5");
            assertThat(change.at("rankChange")).isEqualTo(0);
        });
        client.submit(ScoreClient.score(board, "ann", 6));
        assertThat(remove(first).text("changes", 0, "score")).isEqualTo("6");
        assertThat(scores(board).getFirst()).isEqualTo(Map.of("ann", "6"));
    }

    @Test
    void acceptsNullScoreInBatchAndOnRetry() {
        client.create("batch", "REPLACE", "{kind: ALL_TIME}");
        List<Map<String, Object>> batch = new ArrayList<>();
        batch.add(ScoreClient.score("batch", "ann", 1));
        batch.add(ScoreClient.with(withoutScore("batch", "ann"), "idempotencyKey", "gone"));
        batch.add(ScoreClient.with(withoutScore("batch", "ann"), "idempotencyKey", "gone"));
        batch.add(ScoreClient.score("batch", "bob", 2));
        Answer answer = client.submitAll(batch);
        assertThat(answer.at("acceptedCount")).isEqualTo(4);
        assertThat(answer.list("results").stream().map(result -> result.at("receipt", "status")))
                .containsExactly("COUNTED", "NO_SCORE", "DUPLICATE", "COUNTED");
        assertThat(client.scores("batch", "ALL-TIME")).isEqualTo(Map.of("bob", "2"));
        Map<String, Object> conflict = ScoreClient.with(ScoreClient.score("batch", "ann", 0), "idempotencyKey", "gone");
        assertThat(client.submit(conflict).at("code")).isEqualTo("IDEMPOTENCY_CONFLICT");
    }

    @Test
    void acceptsNullSubscoreAsDefault() {
        client.create("subscore", "MAX", "{kind: ALL_TIME}");
        Map<String, Object> input = new HashMap<>(ScoreClient.score("subscore", "ann", 1));
        input.put("subscore", null);
        assertThat(client.submit(input).at("status")).isEqualTo("COUNTED");
        Map<String, Object> batched = new HashMap<>(input);
        assertThat(client.submitAll(List.of(batched)).at("acceptedCount")).isEqualTo(1);
    }

    @Test
    void rejectsSubmissionWithoutScoreField() {
        client.create("given", "MAX", "{kind: ALL_TIME}");
        Map<String, Object> without = new HashMap<>(ScoreClient.score("given", "ann", 1));
        without.remove("score");
        Answer batch = client.submitAll(List.of(without, ScoreClient.score("given", "bob", 2)));
        assertThat(batch.at("results", 0, "errors", 0, "code")).isEqualTo("FIELD_REQUIRED");
        assertThat(batch.at("results", 0, "errors", 0, "message")).isEqualTo("`score` must be given; it may be null.");
        assertThat(batch.at("results", 0, "errors", 0, "path")).isEqualTo(List.of("input", "items", "0", "score"));
        assertThat(batch.at("results", 1, "receipt", "status")).isEqualTo("COUNTED");
        assertThat(client.scores("given", "ALL-TIME")).hasSize(1);
        assertThat(client.submit(without).at("path")).isEqualTo(List.of("input", "score"));
    }

    @Test
    void countsItemsWithoutScoreTowardsBatchLimit() {
        Map<String, Object> without = new HashMap<>(ScoreClient.score("any", "ann", 1));
        without.remove("score");
        Answer batch = client.submitAll(Collections.nCopies(1_001, without));
        assertThat(batch.at("errors", 0, "code")).isEqualTo("BATCH_TOO_LARGE");
    }

    private List<Map<String, String>> scores(String board) {
        return List.of(client.scores(board, "ALL-TIME"), client.scores(board, "2025-07-13"));
    }

    private Answer remove(String id) {
        Answer removed = client.graphQL().ask(REMOVE, Map.of("id", id)).node("data", "removeSubmission");
        assertThat(removed.at("submission", "status")).isEqualTo("REMOVED");
        return removed;
    }

    private static Map<String, Object> withoutScore(String board, String participant) {
        Map<String, Object> input = new HashMap<>(ScoreClient.score(board, participant, 0));
        input.put("score", null);
        return input;
    }
}
