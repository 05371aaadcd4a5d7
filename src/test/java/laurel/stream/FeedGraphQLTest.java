package laurel.stream;

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
            mutation ($input: [FeedEventInput!]!) { submitFeed(input: {items: $input}) { errors { code path }
              acceptedCount failedCount results { errors { code path }
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
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.limits.batch", 4));
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
    void anEventFindsItsBoardByKeyElseByType(String kind, @Nullable String key, @Nullable String type, String board) {
        Answer result = only(event("1", kind, key, type));
        assertThat(result.text("submission", "leaderboard", "key")).isEqualTo(board);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "SCORE,  -,      goals, LEADERBOARD_NOT_FOUND,   type",
                "SCORE,  -,      elo,   LEADERBOARD_NOT_FOUND,   type",
                "SCORE,  goals,  -,     LEADERBOARD_NOT_FOUND,   leaderboardKey",
                "SCORE,  -,      -,     LEADERBOARD_NOT_FOUND,   type",
                "SCORE,  -,      twin,  AMBIGUOUS_LEADERBOARD, type",
                "RATING, -,      twin,  AMBIGUOUS_LEADERBOARD, type",
                "RATING, -,      form,  NOT_FOR_RATINGS,       type",
                "RATING, points, -,     NOT_FOR_RATINGS,       leaderboardKey",
                "RATING, goals,  -,     LEADERBOARD_NOT_FOUND,   leaderboardKey",
                "RATING, old,    -,     LEADERBOARD_ARCHIVED,  leaderboardKey",
            })
    void anEventWithoutABoardIsRefusedByName(
            String kind, @Nullable String key, @Nullable String type, String code, String where) {
        Answer result = only(event("1", kind, key, type));
        assertThat(result.text("code")).isEqualTo(code);
        assertThat(result.at("path")).isEqualTo(List.of("input", "items", "0", where));
    }

    @Test
    void eachOfABatchIsRefusedOnItsOwnAndToldTwiceCountsOnce() {
        Answer first = submit(List.of(
                event("1", "SCORE", null, "points"),
                event("2", "SCORE", null, "goals"),
                event("3", "RATING", null, "elo")));
        assertThat(first.at("acceptedCount")).isEqualTo(2);
        assertThat(first.at("failedCount")).isEqualTo(1);
        assertThat(first.at("results", 1, "errors", 0, "path")).isEqualTo(List.of("input", "items", "1", "type"));
        Answer again = submit(List.of(event("1", "SCORE", null, "points"), event("4", "SCORE", null, "points")));
        assertThat(again.at("results", 0, "receipt", "status")).isEqualTo("DUPLICATE");
        assertThat(again.at("results", 1, "receipt", "status")).isEqualTo("COUNTED");
    }

    @Test
    void aBatchThatIsTooLargeIsRefusedAsAWhole() {
        Answer answer = submit(IntStream.range(0, 5)
                .mapToObj(n -> event("e" + n, "SCORE", null, "goals"))
                .toList());
        assertThat(answer.text("errors", 0, "code")).isEqualTo("BATCH_TOO_LARGE");
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
                Map.of("id", id, "kind", kind, "participant", Map.of("externalId", "ada"), "score", "12"));
        if (key != null) {
            event.put("leaderboardKey", key);
        }
        if (type != null) {
            event.put("type", type);
        }
        return event;
    }

    private Answer only(Map<String, Object> event) {
        return submit(List.of(event)).node("results", 0).receipt();
    }

    private Answer submit(List<Map<String, Object>> events) {
        return client.ask(SUBMIT, Map.of("input", events)).node("data", "submitFeed");
    }
}
