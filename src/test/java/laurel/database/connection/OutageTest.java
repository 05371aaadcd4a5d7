package laurel.database.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.HealthPages;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.Together;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Health pages, log and responses during an outage of the database, and recovery without a restart. */
@Timeout(300)
class OutageTest {
    private static final String SAVE = "mutation { createParticipant(input: {externalId: \"who\"}) { __typename } }";
    private static final String CREATE_KEY =
            "mutation { createApiKey(input: {name: \"server\", role: WRITER}) { key } }";
    private static final Map<String, Object> BUSY =
            Map.of("laurel.lifecycle.every", "100ms", "laurel.badges.every", "100ms", "laurel.webhooks.every", "100ms");

    @Test
    void logsAStoppedDatabaseOnceAndFailsRequestsWithoutWaiting() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var laurel = LaurelProcess.start(postgres.url(), BUSY)) {
            laurel.client().ask(SAVE);
            String unused = laurel.client().ask(CREATE_KEY).text("data", "createApiKey", "key");
            HealthPages.WELL.await(laurel.address());
            long before = laurel.output().lines().count();
            postgres.kill();
            HealthPages.NOT_READY.await(laurel.address());
            // The first responses are slow, because they load classes.
            Together.all(50, n -> save(laurel.address())).forEach(OutageTest::assertUnavailable);
            assertUnavailable(save(laurel.address(), unused));
            Together.all(50, n -> save(laurel.address())).forEach(OutageTest::assertUnavailableWithoutWaiting);
            postgres.restart();
            HealthPages.WELL.await(laurel.address());
            Until.holds(() -> works(laurel.client()));
            assertThat(laurel.output().lines().skip(before))
                    .satisfiesExactly(
                            line -> assertThat(line).contains("The database cannot be reached: "),
                            line -> assertThat(line).contains("The database is available again after "));
        }
    }

    private static void assertUnavailable(Timed answer) {
        assertThat(answer.http().body()).contains("\"UNAVAILABLE\"");
        assertThat(answer.http().headers().firstValue("Retry-After")).contains("5");
    }

    /** Requests that wait for a connection take longer, and most of these would wait for each other as well. */
    private static void assertUnavailableWithoutWaiting(Timed answer) {
        assertUnavailable(answer);
        assertThat(answer.time()).isLessThan(PoolConfiguration.CONNECTION_WAIT);
    }

    @Test
    void rejectsWritesWhileTheDatabaseIsReadOnly() throws Exception {
        try (var elsewhere = TestDatabase.blank();
                var server = LaurelServer.start(Clock.systemUTC())) {
            String name =
                    server.database().sql().of("SELECT current_database()").one(String.class);
            server.client().ask(SAVE);
            elsewhere.sql().useConnected(() -> {
                elsewhere.sql().execute("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
                elsewhere
                        .sql()
                        .of("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
                        .bind("name", name)
                        .list(Boolean.class);
            });
            HealthPages.NOT_READY.await(server.address());
            assertThat(server.client()
                            .send(SAVE.replace("who", "more"), Map.of())
                            .text("errors", 0, "extensions", "code"))
                    .isEqualTo("UNAVAILABLE");
            assertThat(server.client().ask("{ participant(ref: {external: {externalId: \"who\"}}) { id } }"))
                    .isNotNull();
            elsewhere.sql().execute("ALTER DATABASE " + name + " RESET default_transaction_read_only");
            HealthPages.WELL.await(server.address());
            // The pool may have been opening one connection when it replaced the others. It fails once, and is
            // replaced, too.
            long failed = IntStream.range(0, 40)
                    .mapToObj(n -> server.client().send(SAVE, Map.of()).at("errors"))
                    .filter(Objects::nonNull)
                    .count();
            assertThat(failed).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void reportsNotReadyWhileTheDatabaseIsFull() throws Exception {
        try (var server = LaurelServer.start(Clock.systemUTC())) {
            var sql = server.database().sql();
            server.client().ask(SAVE);
            sql.useConnected(() -> List.of(
                            "CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql AS"
                                    + " $$BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END$$",
                            "CREATE FUNCTION full_table() RETURNS trigger LANGUAGE plpgsql AS"
                                    + " $$BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END$$",
                            "CREATE TRIGGER full_table BEFORE INSERT OR UPDATE ON participant"
                                    + " FOR EACH STATEMENT EXECUTE FUNCTION full_table()",
                            "CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION full_disk()")
                    .forEach(sql::execute));
            assertThat(server.client()
                            .send(SAVE.replace("who", "more"), Map.of())
                            .text("errors", 0, "extensions", "code"))
                    .isEqualTo("UNAVAILABLE");
            HealthPages.NOT_READY.await(server.address());
            sql.useConnected(() -> {
                sql.execute("DROP EVENT TRIGGER full_disk");
                sql.execute("DROP TRIGGER full_table ON participant");
            });
            HealthPages.WELL.await(server.address());
            server.client().ask(SAVE.replace("who", "more"));
        }
    }

    private record Timed(HttpResponse<String> http, Duration time) {}

    private static Timed save(URI graphql) {
        return save(graphql, LaurelServer.KEY);
    }

    private static Timed save(URI graphql, String key) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(graphql)
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"query\": \"" + SAVE.replace("\"", "\\\"") + "\"}"))
                    .build();
            long start = System.nanoTime();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return new Timed(response, Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean works(GraphQLClient client) {
        return client.send(SAVE, Map.of()).at("errors") == null;
    }
}
