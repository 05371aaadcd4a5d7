package laurel.window.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowGraphQLTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private GraphQLClient client;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void makeBoard() {
        CLOCK.set(NOON);
        client = service.inNewApp().client();
        client.ask("""
                mutation { createLeaderboard(input: {key: "steps", timeZone: "Asia/Tokyo",
                           windowDefinitions: [{kind: DAILY}, {kind: YEARLY}, {kind: ALL_TIME}]}) { __typename } }
                """);
    }

    @Test
    void opensCurrentAndNextWindowsOfNewLeaderboard() {
        assertThat(window("select: {relative: {definitionKey: \"daily\"}}")).isEqualTo("2025-07-13");
        assertThat(window("select: {containing: {definitionKey: \"daily\", time:" + " \"2025-07-13T15:00:00Z\"}}"))
                .isEqualTo("2025-07-14");
        assertThat(window("select: {name: {name: \"2025\"}}")).isEqualTo("2025");
        assertThat(window("select: {name: {name: \"ALL-TIME\"}}")).isEqualTo("ALL-TIME");
        assertThat(window("select: {relative: {definitionKey: \"daily\", offset: 1}}"))
                .as("before the leaderboard was created")
                .isNull();
    }

    @Test
    void opensWindowsAheadAsTimePasses() {
        WindowOpener opener = service.bean(WindowOpener.class);
        for (int day = 0; day < 3; day++) {
            CLOCK.advance(Duration.ofDays(1));
            opener.openAhead(CLOCK.instant());
        }
        assertThat(window("select: {relative: {definitionKey: \"daily\"}}")).isEqualTo("2025-07-16");
        assertThat(window("select: {relative: {definitionKey: \"daily\", offset: 3}}"))
                .isEqualTo("2025-07-13");
        assertThat(pages("daily", 3)).containsExactly("2025-07-16", "2025-07-15", "2025-07-14", "2025-07-13");
    }

    @Test
    void passesThroughAllStates() {
        assertThat(state()).isEqualTo("OPEN");
        CLOCK.set(Instant.parse("2025-07-13T15:00:00Z"));
        assertThat(state()).isEqualTo("GRACE");
        CLOCK.set(Instant.parse("2025-07-13T15:05:00Z"));
        assertThat(state()).isEqualTo("FINAL");
    }

    @Test
    void listsOnlyOneAllTimeWindow() {
        assertThat(pages("all-time", 1)).containsExactly("ALL-TIME");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select: {relative: {definitionKey: \"yearly\", offset: 2100}}",
                "select: {relative: {definitionKey: \"yearly\", offset: 10000}}",
                "select: {relative: {definitionKey: \"all-time\", offset: 1}}",
                "select: {containing: {definitionKey: \"daily\", time: \"0001-01-01T00:00:00Z\"}}",
                "select: {containing: {definitionKey: \"yearly\", time: \"9999-12-31T23:59:59Z\"}}",
                "select: {name: {name: \"nonsense\"}}",
                "select: {name: {name: \"\\u0000\"}}"
            })
    void returnsNullForWindowThatNeverExists(String arguments) {
        assertThat(window(arguments)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select: {relative: {offset: -1}}", "select: {relative: {offset: 10001}}"})
    void rejectsInvalidSelectors(String arguments) {
        Answer answer = client.send("{ leaderboard(key: \"steps\") { window(" + arguments + ") { name } } }", Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ARGUMENT");
    }

    private @Nullable Object window(String arguments) {
        return client.ask("{ leaderboard(key: \"steps\") { window(" + arguments + ") { name } } }")
                .at("data", "leaderboard", "window", "name");
    }

    private @Nullable Object state() {
        return client.ask(
                        "{ leaderboard(key: \"steps\") { window(select: {name: {name: \"2025-07-13\"}}) { state } } }")
                .at("data", "leaderboard", "window", "state");
    }

    /** Returns the names of all windows of a kind, page by page. */
    private List<String> pages(String kind, int size) {
        List<String> names = new ArrayList<>();
        Map<String, Object> variables = new HashMap<>();
        Object more;
        do {
            Answer answer = client.ask("""
                    query ($after: String) { leaderboard(key: "steps") { windows(definitionKey: "%s", first: %d, after: $after) {
                      edges { node { name } } pageInfo { hasNextPage endCursor } } } }
                    """.formatted(kind, size), variables);
            answer.list("data", "leaderboard", "windows", "edges")
                    .forEach(edge -> names.add(edge.text("node", "name")));
            Object cursor = answer.at("data", "leaderboard", "windows", "pageInfo", "endCursor");
            more = cursor != null ? cursor : false;
            variables.put("after", cursor);
        } while (!Boolean.FALSE.equals(more));
        return names;
    }
}
