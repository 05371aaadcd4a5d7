package laurel.ingest.graphql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores and ratings of an analytics feed over HTTP. */
class FeedGraphQLTest {
    private static final String SUBMIT = """
            mutation ($items: [FeedEventInput!]!) { submitFeedEvents(input: {items: $items}) { errors { code message path }
              acceptedCount failedCount results { index errors { code message path }
                receipt { status submission { leaderboard { key } score } } } } }
            """;
    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) { leaderboard { id } } }
            """;

    private static LaurelServer service;
    private GraphQLClient client;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.limits.batch-size", 4));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void makeBoards() {
        client = service.inNewApp().client();
        board("points", "INCREMENT", Map.of("scoreType", "points", "ratingType", "form"));
        board("elo", "REPLACE", Map.of("ratingType", "elo"));
        board("twin-1", "REPLACE", Map.of("scoreType", "twin", "ratingType", "twin"));
        board("twin-2", "REPLACE", Map.of("scoreType", "twin", "ratingType", "twin"));
        board("old", "REPLACE", Map.of("scoreType", "elo", "ratingType", "elo"));
        client.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"old\"}) { leaderboard { id } } }");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "SCORE,  -,      points, points",
                "SCORE,  points, -,      points",
                "SCORE,  elo,    points, elo",
                "RATING, -,      elo,    elo",
                "RATING, elo,    -,      elo",
                "RATING, twin-1, twin,   twin-1",
            })
    void findsLeaderboardByKeyElseByType(String kind, @Nullable String key, @Nullable String type, String board) {
        Answer result = only(event("1", kind, key, type));
        assertThat(result.text("receipt", "submission", "leaderboard", "key")).isEqualTo(board);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "SCORE,  -,      goals, LEADERBOARD_NOT_FOUND,   scoreType",
                "SCORE,  -,      elo,   LEADERBOARD_NOT_FOUND,   scoreType",
                "SCORE,  goals,  -,     LEADERBOARD_NOT_FOUND,   leaderboardKey",
                "SCORE,  -,      -,     LEADERBOARD_NOT_FOUND,   scoreType",
                "SCORE,  -,      twin,  AMBIGUOUS_LEADERBOARD, scoreType",
                "RATING, -,      twin,  AMBIGUOUS_LEADERBOARD, scoreType",
                "RATING, -,      form,  NOT_FOR_RATINGS,       scoreType",
                "RATING, points, -,     NOT_FOR_RATINGS,       leaderboardKey",
                "RATING, goals,  -,     LEADERBOARD_NOT_FOUND,   leaderboardKey",
                "RATING, old,    -,     LEADERBOARD_ARCHIVED,  leaderboardKey",
            })
    void rejectsEventWithoutLeaderboard(
            String kind, @Nullable String key, @Nullable String type, String code, String where) {
        Answer result = only(event("1", kind, key, type));
        assertThat(result.text("errors", 0, "code")).isEqualTo(code);
        assertThat(result.at("errors", 0, "path")).isEqualTo(List.of("input", "items", "0", where));
    }

    @Test
    void rejectsItemsIndividuallyAndCountsRepeatedItemsOnce() {
        Answer first = submit(List.of(
                event("1", "SCORE", null, "points"),
                event("2", "SCORE", null, "goals"),
                event("3", "RATING", null, "elo")));
        assertThat(first.list("results").stream().map(one -> one.list("errors").size()))
                .containsExactly(0, 1, 0);
        assertThat(first.at("acceptedCount")).isEqualTo(2);
        assertThat(first.at("failedCount")).isEqualTo(1);
        assertThat(first.at("results", 1, "index")).isEqualTo(1);
        assertThat(first.at("results", 1, "errors", 0, "path")).isEqualTo(List.of("input", "items", "1", "scoreType"));
        assertThat(first.at("results", 1, "errors", 0, "message"))
                .isEqualTo("No leaderboard has the `scoreType` `goals` in its metadata.");
        Answer again = submit(List.of(event("1", "SCORE", null, "points"), event("4", "SCORE", null, "points")));
        assertThat(again.at("results", 0, "receipt", "status")).isEqualTo("DUPLICATE");
        assertThat(again.at("results", 1, "receipt", "status")).isEqualTo("COUNTED");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            externalId | '' | INVALID_IDEMPOTENCY_KEY
            score | '1.5' | SCORE_TOO_MANY_DECIMALS
            score | 'many' | SCORE_NOT_A_NUMBER
            achievedAt | '2025-07-14T00:00:00Z' | ACHIEVED_IN_FUTURE
            """)
    void namesInvalidFieldInErrors(String field, String value, String code) {
        Map<String, Object> event = event("1", "SCORE", "points", null);
        event.put(field, value);
        Answer error = only(event).node("errors", 0);
        assertThat(error.text("code")).isEqualTo(code);
        assertThat(error.at("path")).isEqualTo(List.of("input", "items", "0", field));
    }

    /** Only null removes the entry: a rating without a score is a mistake. */
    @Test
    void acceptsNullScoreButNoMissingOne() {
        submit(List.of(event("1", "RATING", "elo", null), event("2", "SCORE", "points", null)));
        Map<String, Object> missing = event("3", "RATING", "elo", null);
        missing.remove("score");
        Answer answer = submit(List.of(
                missing,
                withoutScore(event("4", "RATING", "elo", null)),
                withoutScore(event("5", "SCORE", "points", null))));
        assertThat(answer.at("results", 0, "errors", 0, "code")).isEqualTo("FIELD_REQUIRED");
        assertThat(answer.at("results", 0, "errors", 0, "path")).isEqualTo(List.of("input", "items", "0", "score"));
        assertThat(answer.at("results", 1, "receipt", "status")).isEqualTo("NO_SCORE");
        assertThat(answer.at("results", 2, "receipt", "status")).isEqualTo("NO_SCORE");
        assertThat(entryCount("elo")).isZero();
        assertThat(entryCount("points")).isEqualTo(1);
        Answer again = only(withoutScore(event("4", "RATING", "elo", null)));
        assertThat(again.at("receipt", "status")).isEqualTo("DUPLICATE");
    }

    private int entryCount(String board) {
        return (Integer) requireNonNull(client.ask("{ leaderboard(key: \"" + board + "\") { ranking { entryCount } } }")
                .at("data", "leaderboard", "ranking", "entryCount"));
    }

    private static Map<String, Object> withoutScore(Map<String, Object> event) {
        event.put("score", null);
        return event;
    }

    @Test
    void rejectsTooLargeBatch() {
        Answer answer = submit(IntStream.range(0, 5)
                .mapToObj(n -> event("e" + n, "SCORE", null, "goals"))
                .toList());
        assertThat(answer.at("results")).isNull();
        assertThat(answer.text("errors", 0, "code")).isEqualTo("BATCH_TOO_LARGE");
        assertThat(answer.text("errors", 0, "message")).isEqualTo("`items` has 5 events; at most 4 are allowed.");
    }

    private void board(String key, String mode, Map<String, String> metadata) {
        client.ask(
                        CREATE,
                        Map.of(
                                "input",
                                Map.of(
                                        "key",
                                        key,
                                        "updateMode",
                                        mode,
                                        "metadata",
                                        metadata,
                                        "windowDefinitions",
                                        List.of(Map.of("kind", "ALL_TIME")))))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static Map<String, Object> event(String id, String kind, @Nullable String key, @Nullable String type) {
        Map<String, Object> event = new HashMap<>(
                Map.of("externalId", id, "feedKind", kind, "participant", Map.of("externalId", "ada"), "score", "12"));
        if (key != null) {
            event.put("leaderboardKey", key);
        }
        if (type != null) {
            event.put("scoreType", type);
        }
        return event;
    }

    private Answer only(Map<String, Object> event) {
        return submit(List.of(event)).node("results", 0);
    }

    private Answer submit(List<Map<String, Object>> events) {
        return client.ask(SUBMIT, Map.of("items", events)).node("data", "submitFeedEvents");
    }
}
