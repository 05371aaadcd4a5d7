package laurel.event.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events in lists: their types, and which of them a filter includes. */
@LaurelTest
class EventGraphQLTest {
    @Inject
    LaurelServer server;

    @BeforeEach
    void archiveBoards() {
        for (String key : List.of("one", "two")) {
            change("createLeaderboard(input: {key: \"" + key + "\", windowDefinitions: [{kind: SEASON}]})");
        }
        change("startSeason(input: {leaderboardKey: \"one\"})");
        change("archiveLeaderboard(input: {leaderboardKey: \"one\"})");
        change("archiveLeaderboard(input: {leaderboardKey: \"two\"})");
    }

    private void change(String mutation) {
        server.client().ask("mutation { " + mutation + " { __typename } }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            null | SEASON_STARTED, LEADERBOARD_ARCHIVED, LEADERBOARD_ARCHIVED
            {} | SEASON_STARTED, LEADERBOARD_ARCHIVED, LEADERBOARD_ARCHIVED
            {eventTypes: null, leaderboardKeys: null} | SEASON_STARTED, LEADERBOARD_ARCHIVED, LEADERBOARD_ARCHIVED
            {eventTypes: []} | ''
            {leaderboardKeys: []} | ''
            {eventTypes: [PING]} | ''
            {leaderboardKeys: ["none", "NO KEY"]} | ''
            {eventTypes: [SEASON_STARTED]} | SEASON_STARTED
            {leaderboardKeys: ["two"]} | LEADERBOARD_ARCHIVED
            {leaderboardKeys: ["one", "two"], eventTypes: [LEADERBOARD_ARCHIVED]} | LEADERBOARD_ARCHIVED, LEADERBOARD_ARCHIVED
            """)
    void filtersByTypeAndLeaderboard(String filter, String types) {
        assertThat(events(filter).stream().map(event -> event.text("eventType")))
                .containsExactlyElementsOf(types.isEmpty() ? List.of() : List.of(types.split(", ", -1)));
    }

    /** As a reader does whose last entry was removed from a Redis Stream. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void continuesAfterSequence(int received) {
        List<String> all = sequences(0, null);
        long last = received == 0 ? 0 : Long.parseLong(all.get(received - 1));
        assertThat(sequences(last, null)).isEqualTo(all.subList(received, 3));
        if (received < 2) {
            assertThat(sequences(last, endCursorOfFirst(last))).isEqualTo(all.subList(received + 1, 3));
        }
    }

    private List<String> sequences(long after, @Nullable String cursor) {
        return page(100, after, cursor).list("nodes").stream()
                .map(node -> node.text("sequence"))
                .toList();
    }

    private String endCursorOfFirst(long after) {
        return page(1, after, null).text("pageInfo", "endCursor");
    }

    private Answer page(int size, long after, @Nullable String cursor) {
        Map<String, Object> variables = new HashMap<>(Map.of("size", size, "last", after));
        variables.put("after", cursor);
        return server.client()
                .ask(
                        "query ($size: Int, $last: Int64, $after: String) { events(first: $size, afterSequence: $last,"
                                + " after: $after) { nodes { sequence } pageInfo { endCursor } } }",
                        variables)
                .node("data", "events");
    }

    @Test
    void returnsTheObjectsOfEachType() {
        List<Answer> events = events("null");
        assertThat(events.getFirst().json())
                .isEqualTo(Map.of(
                        "__typename",
                        "SeasonStartedEvent",
                        "id",
                        events.getFirst().text("id"),
                        "eventType",
                        "SEASON_STARTED",
                        "season",
                        Map.of("name", "Season 1", "window", Map.of("name", "SEASON-1"))));
        assertThat(events.get(1).at("leaderboard", "key")).isEqualTo("one");
        assertThat(server.client()
                        .ask(
                                "query ($id: ID!) { node(id: $id) { __typename id } }",
                                Map.of("id", events.getFirst().text("id")))
                        .at("data", "node", "__typename"))
                .isEqualTo("SeasonStartedEvent");
    }

    @Test
    void rejectsTooManyKeysInFilter() {
        List<String> keys = IntStream.range(0, 101).mapToObj(n -> "b" + n).toList();
        Answer answer = server.client()
                .send(
                        "query ($keys: [String!]) { events(filter: {leaderboardKeys: $keys}) { nodes { id } } }",
                        Map.of("keys", keys));
        assertThat(answer.text("errors", 0, "message")).isEqualTo("`leaderboardKeys` must have at most 100 items.");
    }

    private List<Answer> events(String filter) {
        return server.client()
                .ask("{ events(filter: " + filter + ") { nodes { __typename id eventType"
                        + " ... on SeasonStartedEvent { season { name window { name } } }"
                        + " ... on LeaderboardArchivedEvent { leaderboard { key } } } } }")
                .list("data", "events", "nodes");
    }
}
