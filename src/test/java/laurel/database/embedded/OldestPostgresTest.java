package laurel.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.Installed;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.TickingClock;
import laurel.database.connection.Login;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the oldest supported PostgreSQL, if it is installed. */
class OldestPostgresTest {
    private static final List<Path> DIRECTORIES = List.of(
            Path.of("/usr/lib/postgresql/15/bin"),
            Path.of("/usr/pgsql-15/bin"),
            Path.of("/opt/homebrew/opt/postgresql@15/bin"));

    private static final int ENTRIES = 3_000;
    private static final String DRIVERS = """
            mutation {
              createLeaderboard(input: {key: "drivers", entityTypes: ["DRIVER"], clock: SUBMISSIONS,
                windowDefinitions: [{kind: YEARLY}], groupings: [[], ["constructor"]]}) { leaderboard { id } }
              submitScore(input: {leaderboardKey: "drivers", participant: {entityType: "DRIVER", externalId: "lewis-hamilton"},
                score: 25, group: {constructor: "mclaren"}, achievedAt: "2010-11-14T15:00:00Z"}) {
                receipt { submission { id } } }
            }
            """;

    private static void runsEveryOperation(LaurelServer server) {
        server.client().ask(DRIVERS).text("data", "submitScore", "receipt", "submission", "id");
        ProjectFiles.operations().values().forEach(server::run);
    }

    /** Submits so many scores that the ranking has an index. */
    private static void ranksThousands(LaurelServer server) {
        GraphQLClient client = server.client();
        client.ask("mutation { createLeaderboard(input: {key: \"large\"}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        for (int from = 0; from < ENTRIES; from += 1_000) {
            List<Map<String, Object>> input = IntStream.range(from, from + 1_000)
                    .<Map<String, Object>>mapToObj(n -> Map.of(
                            "leaderboardKey", "large", "participant", Map.of("externalId", "p" + n), "score", n / 2))
                    .toList();
            client.ask(
                    "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { __typename } }",
                    Map.of("input", input));
        }
        Answer checked = new JobClient(server).result("checkRankings", Map.of("leaderboardKey", "large"));
        assertThat(checked.text("entryCount")).isEqualTo(Integer.toString(ENTRIES));
        assertThat(checked.at("wrongCount")).isEqualTo(0);
        assertThat(Integer.parseInt(checked.text("indexRowCount"))).isPositive();
    }

    @Test
    void runsOnPostgres15(@TempDir Path directory) throws Exception {
        var bin = DIRECTORIES.stream().filter(Files::isDirectory).findFirst();
        Installed.require(bin.isPresent(), "PostgreSQL 15");
        var programs = new ServerPrograms(bin.get());
        var files = new ServerFiles(directory.toRealPath());
        Files.writeString(files.password(), "secret\n");
        programs.run(
                "initdb",
                List.of(
                        "--pgdata=" + files.cluster(),
                        "--username=postgres",
                        "--pwfile=" + files.password(),
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C"));
        var postmaster = new Postmaster(files, programs, 50);
        postmaster.start();
        try {
            Login login = LaurelRole.login(files, postmaster.port());
            String url = login.url() + "?user=" + login.user() + "&password=" + login.password();
            try (var server = LaurelServer.on(url, new TickingClock(Instant.parse("2025-07-13T14:30:00Z")))) {
                runsEveryOperation(server);
                ranksThousands(server);
            }
        } finally {
            postmaster.stop();
        }
    }
}
