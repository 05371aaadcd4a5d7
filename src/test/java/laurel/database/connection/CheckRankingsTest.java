package laurel.database.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.CommandRun;
import laurel.GraphQLClient;
import laurel.Laurel;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.ChildJvm;
import laurel.database.Database;
import laurel.database.DatabaseSettings;
import laurel.database.PreparedDirectory;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output and exit code of the command {@code check-rankings}. */
class CheckRankingsTest {
    private static final String BREAK =
            "UPDATE rankindex_node SET entries_before[2] = entries_before[2] - 1 WHERE level = 0 AND separator = ''";

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = TestDatabase.fresh();
        try (var server = LaurelServer.on(database, new TickingClock(Instant.parse("2025-07-13T14:30:00Z")))) {
            server.client().ask("mutation { createApp(input: {key: \"game\"}) { __typename } }");
            fill(server.client(), "own");
            fill(server.client().in("game"), "other");
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void reportsAndRepairsEachRanking() throws Exception {
        assertThat(run())
                .isEqualTo(new CommandRun(
                        0,
                        List.of(
                                "default/own ALL-TIME: 600 entries, 1 index nodes, correct",
                                "game/other ALL-TIME: 600 entries, 1 index nodes, correct",
                                "2 rankings checked, 0 of them wrong"),
                        ""));
        database.sql().execute(BREAK);
        CommandRun found = run("--app", "game", "--leaderboard", "other");
        assertThat(found.code()).isEqualTo(1);
        assertThat(found.lines())
                .contains(
                        "game/other ALL-TIME: 600 entries, 1 index nodes, 2 differences",
                        "1 rankings checked, 1 of them wrong");
        assertThat(found.lines().get(1)).startsWith("  entries of the leaf at the start: ");
        CommandRun repaired = run("--repair", "--app", "default");
        assertThat(repaired.code()).isZero();
        assertThat(repaired.lines())
                .contains(
                        "default/own ALL-TIME: 600 entries, 1 index nodes, 2 differences, repaired",
                        "1 rankings checked, 0 of them wrong");
        assertThat(run().code()).isEqualTo(1);
        assertThat(run("--repair").code()).isZero();
        assertThat(run().code()).isZero();
    }

    @Test
    void reportsWhyItCannotRun() throws Exception {
        assertThat(run("--app", "none")).isEqualTo(failed("there is no app with the key none"));
        assertThat(run("--leaderboard", "none")).isEqualTo(failed("there is no leaderboard with the key none"));
        assertThat(run("--fast"))
                .isEqualTo(failed(
                        "unknown option --fast; usage: check-rankings [--app key] [--leaderboard key] [--repair]"));
        assertThat(run("--app").code()).isEqualTo(2);
        assertThat(CommandRun.of(database.properties(), "check-ranking"))
                .isEqualTo(failed("unknown command check-ranking; commands are check-rankings"));
    }

    @Test
    void rejectsADirectoryInUse(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var embedded = Map.of("LAUREL_DATA_DIRECTORY", directory.toString());
        try (var running = Database.open(new DatabaseSettings(null, null, null, 2, 10), directory)) {
            assertThat(running.condition()).isEqualTo(DatabaseState.UP);
            CommandRun refused = process(embedded);
            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.errors())
                    .contains("the data directory " + directory.toRealPath() + " is in use by another Laurel");
        }
        CommandRun run = CommandRun.of(Map.of("laurel.data-directory", directory.toString()), "check-rankings");
        assertThat(run).isEqualTo(new CommandRun(0, List.of("0 rankings checked, 0 of them wrong"), ""));
        assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
    }

    @Test
    void rejectsADirectoryWithoutDataAndLeavesItEmpty(@TempDir Path directory) {
        CommandRun run = CommandRun.of(Map.of("laurel.data-directory", directory.toString()), "check-rankings");
        assertThat(run)
                .isEqualTo(failed("the directory " + directory
                        + " holds no data of Laurel; set LAUREL_DATA_DIRECTORY or LAUREL_DATABASE_URL"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void rejectsDatabaseWithoutSchemaAndLeavesItEmpty() {
        try (var empty = TestDatabase.blank()) {
            CommandRun run = CommandRun.of(empty.properties(), "check-rankings");
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.lines()).isEmpty();
            assertThat(run.errors()).endsWith(" holds no data of Laurel; no service has run on it yet");
            String tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
            assertThat(empty.sql().of(tables).one(int.class)).isZero();
        }
    }

    @Test
    void printsTheSameInAProcess() throws Exception {
        assertThat(process(environment()))
                .isEqualTo(run())
                .matches(run -> run.lines().size() == 3);
    }

    private static CommandRun failed(String line) {
        return new CommandRun(2, List.of(), "Laurel cannot run this command: " + line);
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(database.properties(), "check-rankings", arguments);
    }

    private static CommandRun process(Map<String, String> environment) throws Exception {
        try (var laurel = ChildJvm.start(Laurel.class, Map.of(), environment, "check-rankings")) {
            String output = laurel.output();
            return CommandRun.of(laurel.exitCode(), output, laurel.errors());
        }
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        database.properties()
                .forEach((name, value) ->
                        environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value.toString()));
        return environment;
    }

    private static void fill(GraphQLClient client, String leaderboard) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + leaderboard
                        + "\", windowDefinitions: [{kind: ALL_TIME}]})" + " { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        List<Map<String, Object>> input = IntStream.range(0, 600)
                .<Map<String, Object>>mapToObj(n -> Map.of(
                        "leaderboardKey",
                        leaderboard,
                        "participant",
                        Map.of("externalId", "player-" + n),
                        "score",
                        n / 3))
                .toList();
        assertThat(client.ask(
                                "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input})"
                                        + " { acceptedCount } }",
                                Map.of("input", input))
                        .at("data", "submitScores", "acceptedCount"))
                .isEqualTo(600);
    }
}
