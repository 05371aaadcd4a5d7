package laurel.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.Together;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * While the database is unavailable, every request that needs it receives an error without internals. The service recovers
 * without a restart, and all acknowledged data is there.
 */
@Timeout(600)
final class DatabaseFailureRuleTest {
    private static final List<String> REQUESTS = List.of(
            "{ leaderboard(key: \"board\") { id } }",
            "{ leaderboards { edges { cursor } } }",
            "{ participant(ref: {external: {externalId: \"before\"}}) { id } }",
            "{ node(id: \"<board>\") { id } }",
            "{ app { key } }",
            "mutation { createLeaderboard(input: {key: \"during\"}) { __typename } }",
            "mutation { createParticipant(input: {externalId: \"during\"}) { __typename } }",
            "mutation { createApp(input: {key: \"during\"}) { __typename } }",
            submit("during"));
    private static final String STANDS = """
            { leaderboard(key: "board") { window(select: {relative: {definitionKey: "all-time"}}) { ranking { standings(first: 9) {
              edges { node { score participant { externalId } } } } } } } }
            """;

    /** An action that may fail. */
    @FunctionalInterface
    interface Step {
        void take() throws Exception;
    }

    @Test
    void recoversAfterDatabaseCrash() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC())) {
            assertOutageIsReported(server, postgres::kill, postgres::restart);
        }
    }

    @Test
    void recoversAfterConnectionsWereForbidden() throws Exception {
        try (var database = TestDatabase.fresh();
                var elsewhere = TestDatabase.blank();
                var server = LaurelServer.on(database, Clock.systemUTC())) {
            String name = database.sql().of("SELECT current_database()").one(String.class);
            Step close = () -> elsewhere.sql().useConnected(() -> {
                elsewhere.sql().execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
                elsewhere
                        .sql()
                        .of("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
                        .bind("name", name)
                        .list(Boolean.class);
            });
            Step open = () -> elsewhere.sql().execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
            assertOutageIsReported(server, close, open);
        }
    }

    /** As the migration of a newer version does while nodes of this version run. */
    @Test
    void reportsAddedColumnsAsUnavailableOnceForEachConnection() {
        String update = "mutation { updateLeaderboard(input: {leaderboardKey: \"board\", name: \"%d\"})"
                + " { leaderboard { name } errors { code } } }";
        try (var server = LaurelServer.start(Clock.systemUTC())) {
            GraphQLClient client = server.client();
            client.ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { id } } }");
            // The server keeps the plan of a statement from its fifth execution on.
            IntStream.range(0, 20).forEach(n -> client.ask(update.formatted(n)));
            server.database().sql().execute("ALTER TABLE leaderboard ADD COLUMN newer integer");
            assertThat(client.send(update.formatted(20), Map.of()).text("errors", 0, "extensions", "code"))
                    .isEqualTo("UNAVAILABLE");
            Until.holds(() -> "21"
                    .equals(client.send(update.formatted(21), Map.of())
                            .text("data", "updateLeaderboard", "leaderboard", "name")));
        }
    }

    private static void assertOutageIsReported(LaurelServer server, Step goes, Step comes) throws Exception {
        GraphQLClient client = server.client();
        String board = server.id("Leaderboard", 1, 1);
        client.ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        client.ask(submit("before")).text("data", "submitScore", "receipt", "submission", "id");
        goes.take();
        Together.all(REQUESTS.size(), n -> client.send(REQUESTS.get(n).replace("<board>", board), Map.of()))
                .forEach(DatabaseFailureRuleTest::assertUnavailable);
        assertUnavailable(client.in("unmet").send("{ __typename }", Map.of()));
        assertThat(client.ask("{ __typename }").at("data", "__typename")).isEqualTo("Query");
        comes.take();
        Until.holds(() -> client.send(STANDS, Map.of()).at("errors") == null);
        assertThat(standings(client)).containsExactly("before");
        client.ask(submit("during")).text("data", "submitScore", "receipt", "submission", "id");
        assertThat(standings(client)).containsExactly("before", "during");
        assertThat(client.in("unmet").send("{ __typename }", Map.of()).text("errors", 0, "extensions", "code"))
                .isEqualTo("APP_NOT_FOUND");
    }

    private static void assertUnavailable(Answer answer) {
        assertThat(answer.list("errors")).as("%s", answer).hasSize(1);
        assertThat(answer.text("errors", 0, "extensions", "code")).isEqualTo("UNAVAILABLE");
        assertThat(answer.text("errors", 0, "message"))
                .isEqualTo("The database cannot be reached at the moment; try again later.");
        assertThat(String.valueOf(answer.json()).toLowerCase(Locale.ROOT))
                .doesNotContain("postgres", "jdbc", "sql", "hikari", "select", "exception", "localhost", "127.0.0.1");
    }

    private static List<String> standings(GraphQLClient client) {
        return client.ask(STANDS).list("data", "leaderboard", "window", "ranking", "standings", "edges").stream()
                .map(edge -> edge.text("node", "participant", "externalId"))
                .toList();
    }

    private static String submit(String who) {
        return "mutation { submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"" + who
                + "\"}, score: 1, idempotencyKey: \"" + who + "\"}) { receipt { submission { id } } } }";
    }
}
