package laurel.database.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.CrashingPostgres;
import laurel.ingest.RedisServer;
import laurel.ingest.StreamFixture;
import laurel.ingest.redis.StreamConsumer;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that continues while its database loses the last commits, as in a failover, or when a backup is restored. */
@Timeout(300)
class RestoreTest {
    private static final String TOP = "query ($key: String!) { leaderboard(key: $key) { ranking(window: {relative:"
            + " {definitionKey: \"daily\"}}) { standings { nodes { participant { externalId } } } } } }";

    /** IDs of windows, rankings and apps are used again. */
    @Test
    void usesNothingThatTheDatabaseHasLost() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), new TickingClock(Instant.parse("2025-07-13T14:30:00Z")))) {
            GraphQLClient client = server.client();
            List.of("one", "two").forEach(key -> createLeaderboard(client, key, "SUBMISSIONS"));
            try (var backup = postgres.backup()) {
                server.awaitDatabase();
                submit(client, "one", "ann");
                createApp(client, "game");
                assertThat(app(client.in("game"))).isEqualTo("game");
                backup.restore();
            }
            server.awaitDatabase();
            submit(client, "two", "eve");
            submit(client, "one", "bob");
            createApp(client, "rival");
            assertThat(top(client, "one")).containsExactly("bob");
            assertThat(top(client, "two")).containsExactly("eve");
            assertThat(app(client.in("game"))).isNull();
        }
    }

    /** Leaderboards have the version again that they had when their windows were opened. */
    @Test
    void opensWindowsAgainThatTheDatabaseHasLost() throws Exception {
        Instant now = Instant.parse("2025-07-13T14:30:00Z");
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), new TickingClock(now))) {
            createLeaderboard(server.client(), "days", "SYSTEM");
            Instant later = now.plus(Duration.ofDays(5));
            try (var backup = postgres.backup()) {
                server.awaitDatabase();
                server.bean(WindowOpener.class).openAhead(later);
                assertThat(windows(postgres)).isEqualTo(4);
                backup.restore();
            }
            server.awaitDatabase();
            assertThat(windows(postgres)).isEqualTo(2);
            server.bean(WindowOpener.class).openAhead(later);
            assertThat(windows(postgres)).isEqualTo(4);
        }
    }

    private static long windows(CrashingPostgres postgres) {
        return postgres.sql().of("SELECT count(*) FROM leaderboard_window").one(Long.class);
    }

    /** The ID of an app is given to another. */
    @Test
    void recordsEntriesOfStreamsInTheAppOfTheirMapping(@TempDir Path directory) throws Exception {
        Path mapping = Files.writeString(directory.resolve("game.json"), """
                {"app": "game", "streams": [{"stream": "games", "events": [
                  {"eventType": "won", "actor": "{who}", "externalId": "{id}"}]}]}
                """);
        try (var redis = RedisServer.start();
                var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(
                        postgres.url(),
                        Clock.systemUTC(),
                        StreamFixture.settings(redis, Map.of("laurel.streams.mapping", mapping.toString())))) {
            var consumer = server.bean(StreamConsumer.class);
            GraphQLClient client = server.client();
            try (var backup = postgres.backup()) {
                server.awaitDatabase();
                createApp(client, "game");
                redis.commands().xadd("games", Map.of("who", "ann", "id", "1"));
                consumer.consume(Instant.now());
                assertThat(has(client.in("game"), "ann")).isTrue();
                backup.restore();
            }
            server.awaitDatabase();
            createApp(client, "rival");
            createApp(client, "game");
            redis.commands().xadd("games", Map.of("who", "bob", "id", "2"));
            consumer.consume(Instant.now());
            assertThat(has(client.in("rival"), "bob")).isFalse();
            assertThat(has(client.in("game"), "bob")).isTrue();
        }
    }

    private static boolean has(GraphQLClient client, String participant) {
        return client.ask("{ participant(ref: {external: {externalId: \"" + participant + "\"}}) { id } }")
                        .at("data", "participant")
                != null;
    }

    private static @Nullable Object app(GraphQLClient client) {
        return client.send("{ app { key } }", Map.of()).at("data", "app", "key");
    }

    private static void createApp(GraphQLClient client, String key) {
        client.ask("mutation ($key: String!) { createApp(input: {key: $key}) { app { id } } }", Map.of("key", key))
                .text("data", "createApp", "app", "id");
    }

    /** With the clock SUBMISSIONS a window is opened by its first submission. */
    private static void createLeaderboard(GraphQLClient client, String key, String clock) {
        client.ask(
                        "mutation ($key: String!, $clock: LeaderboardClock!) { createLeaderboard(input: {key: $key,"
                                + " clock: $clock, windowDefinitions: [{kind: DAILY}]}) { leaderboard { id } } }",
                        Map.of("key", key, "clock", clock))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static void submit(GraphQLClient client, String key, String who) {
        client.ask(
                        "mutation ($key: String!, $who: String!) { submitScore(input: {leaderboardKey: $key, score: 10,"
                                + " achievedAt: \"2025-07-13T12:00:00Z\", participant: {externalId: $who}})"
                                + " { receipt { submission { id } } errors { code } } }",
                        Map.of("key", key, "who", who))
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    private static List<String> top(GraphQLClient client, String key) {
        return client.ask(TOP, Map.of("key", key)).list("data", "leaderboard", "ranking", "standings", "nodes").stream()
                .map(node -> node.text("participant", "externalId"))
                .toList();
    }
}
