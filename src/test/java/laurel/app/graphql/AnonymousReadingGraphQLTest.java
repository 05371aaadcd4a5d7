package laurel.app.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.api.RawSocket;
import laurel.api.operation.LiveConnections;
import laurel.database.Until;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers without credentials read what is public, in apps that allow it. */
@LaurelTest
class AnonymousReadingGraphQLTest {
    private static final String ALLOW = """
            mutation ($key: String!, $allow: Boolean) {
              updateApp(input: {appKey: $key, anonymousReading: $allow}) { app { name anonymousReading } errors { code } } }
            """;
    private static final String READ = """
            { public: leaderboard(key: "open") { name ranking { id entryCount window { id } } }
              private: leaderboard(key: "staff") { name }
              leaderboards { nodes { key } } }
            """;

    @Inject
    LaurelServer server;

    private GraphQLClient operator;
    private GraphQLClient anonymous;

    @BeforeEach
    void createLeaderboards() {
        operator = server.client();
        anonymous = operator.withoutKey();
        operator.ask("""
                mutation {
                  a: createLeaderboard(input: {key: "open", windowDefinitions: [{kind: ALL_TIME}]}) { errors { code } }
                  b: createLeaderboard(input: {key: "staff", visibility: PRIVATE}) { errors { code } } }
                """);
        for (String key : List.of("open", "staff")) {
            operator.ask(
                    "mutation ($key: String!) { submitScore(input: {leaderboardKey: $key,"
                            + " participant: {externalId: \"ada\"}, score: 7}) { errors { code } } }",
                    Map.of("key", key));
        }
    }

    private Answer allow(boolean allow) {
        String key = operator.ask("{ app { key } }").text("data", "app", "key");
        return operator.ask(ALLOW, Map.of("key", key, "allow", allow)).node("data", "updateApp", "app");
    }

    private static String code(Answer answer) {
        return answer.text("errors", 0, "extensions", "code");
    }

    @Test
    void rejectsAnonymousCallersByDefault() {
        assertThat(operator.ask("{ app { anonymousReading } }").at("data", "app", "anonymousReading"))
                .isEqualTo(false);
        assertThat(code(anonymous.send(READ, Map.of()))).isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void readsPublicLeaderboardsIfTheAppAllowsIt() {
        assertThat(allow(true).at("anonymousReading")).isEqualTo(true);
        Answer read = anonymous.ask(READ).node("data");
        assertThat(read.at("public", "ranking", "entryCount")).isEqualTo(1);
        assertThat(read.at("private")).isNull();
        assertThat(read.list("leaderboards", "nodes"))
                .extracting(node -> node.at("key"))
                .containsExactly("open");
        allow(false);
        assertThat(code(anonymous.send(READ, Map.of()))).isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void closesAnonymousConnectionsWhenReadingIsNotAllowedAnyMore() throws IOException {
        allow(true);
        String app = "Laurel-App: " + operator.ask("{ app { key } }").text("data", "app", "key");
        try (var keyless = RawSocket.acknowledged(server.address(), app);
                var keyed =
                        RawSocket.acknowledged(server.address(), app, "Authorization: Bearer " + LaurelServer.KEY)) {
            closeRevoked();
            keyless.assertOpen();
            allow(false);
            Until.holds(() -> "UNAUTHENTICATED".equals(code(anonymous.send("{ __typename }", Map.of()))));
            closeRevoked();
            assertThat(keyless.readClose()).isEqualTo("4403 The app does not allow anonymous reading any more.");
            keyed.assertOpen();
        }
    }

    private void closeRevoked() {
        server.bean(LiveConnections.class).closeRevoked();
    }

    @Test
    void rejectsAnonymousCallersOfOtherAndUnknownApps() {
        allow(true);
        try (LaurelServer other = server.inNewApp()) {
            assertThat(code(other.client().withoutKey().send(READ, Map.of()))).isEqualTo("UNAUTHENTICATED");
        }
        assertThat(code(anonymous.in("unknown").send(READ, Map.of()))).isEqualTo("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ participants { nodes { id } } }",
                "{ webhooks { nodes { id } } }",
                "{ participant(ref: {external: {externalId: \"ada\"}}) { timeZone } }",
                "mutation { submitScore(input: {leaderboardKey: \"open\", participant: {externalId: \"ada\"}, score: 9}) {"
                        + " errors { code } } }",
            })
    void rejectsMoreThanReading(String document) {
        allow(true);
        assertThat(code(anonymous.send(document, Map.of()))).isEqualTo("FORBIDDEN");
    }

    @Test
    void hidesObjectsOfPrivateLeaderboards() {
        allow(true);
        Answer ids = operator.ask("""
                { leaderboard(key: "staff") { id windowDefinitions { id } window { id }
                    ranking { id standings { nodes { id } } } } }
                """).node("data", "leaderboard");
        List<String> hidden = List.of(
                ids.text("id"),
                ids.text("windowDefinitions", 0, "id"),
                ids.text("window", "id"),
                ids.text("ranking", "id"),
                ids.text("ranking", "standings", "nodes", 0, "id"));
        String nodes = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
        assertThat(operator.ask(nodes, Map.of("ids", hidden)).list("data", "nodes"))
                .extracting(node -> node.at("id"))
                .isEqualTo(hidden);
        assertThat(anonymous.ask(nodes, Map.of("ids", hidden)).list("data", "nodes"))
                .extracting(Answer::json)
                .hasSize(5)
                .containsOnlyNulls();
    }

    @Test
    void leavesPrivateLeaderboardsOutOfStandings() {
        allow(true);
        String standings = """
                { participant(ref: {external: {externalId: "ada"}}) {
                    standings(filter: {visibility: ALL}) { nodes { ranking { window { leaderboard { key } } } } } } }
                """;
        assertThat(keys(operator.ask(standings))).contains("open", "staff");
        assertThat(keys(anonymous.ask(standings))).containsOnly("open");
    }

    private static List<Object> keys(Answer answer) {
        return answer.list("data", "participant", "standings", "nodes").stream()
                .map(node -> node.at("ranking", "window", "leaderboard", "key"))
                .toList();
    }
}
