package laurel.score.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of submissions that are rejected, or empty. */
@LaurelTest(at = "2025-07-13T14:30:00Z")
class SubmissionListRefusalTest {
    private static final String START = "2025-05-28T12:00:00Z";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
        submit("points");
        submit("laps");
    }

    private void submit(String board) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + board + "\"}) { __typename } submitScore(input: {"
                        + "leaderboardKey: \"" + board
                        + "\", participant: {externalId: \"ann\"}, score: 1}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaderboardKey: \"none\"",
                "leaderboardKey: \"\\u0000\"",
                "participant: {external: {externalId: \"none\"}}",
                "participant: {external: {externalId: \"none\"}}, leaderboardKey: \"points\"",
                "participant: {external: {externalId: \"ann\"}}, leaderboardKey: \"none\"",
                "receivedStartTime: \"2030-01-01T00:00:00Z\"",
                "receivedStartTime: \"0001-01-01T00:00:00Z\", receivedEndTime: \"0001-01-02T00:00:00Z\"",
                "participant: {external: {externalId: \"ann\"}}, achievedStartTime: \"9999-12-31T00:00:00Z\"",
                "participant: {external: {externalId: \"ann\"}}, status: DUPLICATE",
                "participant: {external: {externalId: \"ann\"}}, status: WITHHELD",
                "status: QUARANTINED",
            })
    void findsNothing(String filter) {
        assertThat(client.ask("{ submissions(filter: {" + filter + "}) { nodes { id } pageInfo { hasNextPage } } }")
                        .at("data", "submissions"))
                .hasToString("{nodes=[], pageInfo={hasNextPage=false}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | must have `leaderboardKey`, `participant` or `receivedStartTime`
            leaderboardKey: null, participant: null | must have `leaderboardKey`, `participant` or `receivedStartTime`
            receivedEndTime: "2025-06-01T00:00:00Z" | must have `leaderboardKey`, `participant` or `receivedStartTime`
            achievedStartTime: "2025-06-01T00:00:00Z" | must have `leaderboardKey`, `participant` or `receivedStartTime`
            leaderboardKey: "points", status: REMOVED | of at most 31 days
            leaderboardKey: "points", achievedEndTime: "2025-06-01T00:00:00Z" | of at most 31 days
            leaderboardKey: "points", status: REMOVED, receivedStartTime: "2025-06-01T00:00:00Z", \
                receivedEndTime: "2025-07-02T00:00:00.000001Z" | of at most 31 days
            receivedStartTime: "2025-05-28T00:00:00Z", status: REMOVED | of at most 31 days
            receivedStartTime: "2025-06-01T00:00:00Z", receivedEndTime: "2025-06-01T00:00:00Z" | must be after
            leaderboardKey: "points", receivedStartTime: "2025-06-02T00:00:00Z", receivedEndTime: \
                "2025-06-01T00:00:00Z" | `filter.receivedEndTime` must be after
            participant: {external: {externalId: "ann"}}, achievedStartTime: "2025-06-02T00:00:00Z", achievedEndTime: \
                "2025-06-01T00:00:00Z" | `filter.achievedEndTime` must be after
            """)
    void rejectsFilterThatWouldReadTooMuch(String filter, String message) {
        Answer error = client.send("{ submissions(filter: {" + filter + "}) { nodes { id } } }", Map.of())
                .node("errors", 0);
        assertThat(error.text("extensions", "code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.text("message")).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter: {participant: {id: "nonsense"}} | INVALID_ID
            filter: {leaderboardKey: "points"}, first: 0 | INVALID_PAGE_SIZE
            filter: {leaderboardKey: "points"}, first: 1001 | INVALID_PAGE_SIZE
            filter: {leaderboardKey: "points"}, after: "nonsense" | INVALID_CURSOR
            filter: {leaderboardKey: "laps"}, after: "CURSOR" | INVALID_CURSOR
            filter: null | GRAPHQL_VALIDATION_FAILED
            """)
    void rejectsInvalidArguments(String arguments, String code) {
        String cursor = client.ask("{ submissions(filter: {leaderboardKey: \"points\"}, first: 1) {"
                        + " pageInfo { endCursor } } }")
                .text("data", "submissions", "pageInfo", "endCursor");
        assertThat(client.send(
                                "{ submissions(" + arguments.replace("CURSOR", cursor) + ") { nodes { id } } }",
                                Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo(code);
    }

    @Test
    void omitsSubmissionsOfDeletedLeaderboards() {
        client.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"laps\"}) { deletedLeaderboardId } }")
                .text("data", "deleteLeaderboard", "deletedLeaderboardId");
        assertThat(Stream.of("participant: {external: {externalId: \"ann\"}}", "receivedStartTime: \"" + START + "\"")
                        .map(filter -> client.ask("{ submissions(first: 1, filter: {" + filter
                                        + "}) { nodes { leaderboard { key } } pageInfo { hasNextPage } } }")
                                .at("data", "submissions"))
                        .map(Objects::toString))
                .containsOnly("{nodes=[{leaderboard={key=points}}], pageInfo={hasNextPage=false}}");
    }
}
