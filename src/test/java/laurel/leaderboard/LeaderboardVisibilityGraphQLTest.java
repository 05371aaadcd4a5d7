package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers list and read private leaderboards, whether or not their key is bound to an app; others only public ones. */
class LeaderboardVisibilityGraphQLTest {
    private static LaurelServer server;
    private static GraphQLClient operator;
    private static GraphQLClient bound;
    private static GraphQLClient anonymous;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        operator = server.client();
        bound = server.boundClient(
                operator.ask("mutation { createApiKey(input: {name: \"bound\", role: ADMIN}) { key } }")
                        .text("data", "createApiKey", "key"));
        anonymous = operator.withoutKey();
        operator.ask("mutation { updateApp(input: {appKey: \"" + server.appKey()
                        + "\", anonymousReading: true}) { app { id } } }")
                .text("data", "updateApp", "app", "id");
        var boards = new LeaderboardClient(operator);
        for (String key : List.of("public", "public-old", "private", "private-old")) {
            String visibility = key.startsWith("public") ? "PUBLIC" : "PRIVATE";
            boards.create(Map.of("key", key, "visibility", visibility)).text("id");
            if (key.endsWith("-old")) {
                boards.archive(key).text("archivedAt");
            }
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                            | private public                        | public
            {visibility: ALL}                             | private public                        | public
            {visibility: PUBLIC}                          | public                                | public
            {visibility: PRIVATE}                         | private                               | ''
            {archived: INCLUDE}                           | private private-old public public-old | public public-old
            {archived: INCLUDE, visibility: ALL}          | private private-old public public-old | public public-old
            {archived: ONLY}                              | private-old public-old                | public-old
            {archived: ONLY, visibility: PRIVATE}         | private-old                           | ''
            {keyPrefix: "private", archived: INCLUDE}     | private private-old                   | ''
            """)
    void listsPrivateLeaderboardsForServersOnly(String filter, String forServer, String forAnonymous) {
        assertThat(keys(operator, filter)).isEqualTo(forServer);
        assertThat(keys(bound, filter)).isEqualTo(forServer);
        assertThat(keys(anonymous, filter)).isEqualTo(forAnonymous);
    }

    @Test
    void readsPrivateAndArchivedLeaderboardsByKeyForServersOnly() {
        for (GraphQLClient client : List.of(operator, bound)) {
            for (String key : List.of("private", "private-old")) {
                assertThat(client.ask("{ leaderboard(key: \"" + key + "\") { visibility window { name } } }")
                                .at("data", "leaderboard"))
                        .hasToString("{visibility=PRIVATE, window={name=ALL-TIME}}");
            }
        }
        assertThat(anonymous
                        .ask("{ leaderboard(key: \"private\") { visibility } }")
                        .at("data", "leaderboard"))
                .isNull();
    }

    private static String keys(GraphQLClient client, String filter) {
        return client
                .ask("{ leaderboards(filter: " + filter + ") { nodes { key } } }")
                .list("data", "leaderboards", "nodes")
                .stream()
                .map(board -> board.text("key"))
                .collect(Collectors.joining(" "));
    }
}
