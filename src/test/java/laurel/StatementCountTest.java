package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each operation runs as many SQL statements as {@code statement-counts.txt} lists, independent of the number of
 * entries, and of how many objects it reads or writes.
 */
class StatementCountTest {
    private static final Path COUNTS = Path.of("src/test/resources/statement-counts.txt");
    private static final String CREATE = """
            mutation { createLeaderboard(input: {key: "drivers", entityTypes: ["DRIVER"], clock: SUBMISSIONS,
              windowDefinitions: [{kind: YEARLY}], groupings: [[], ["constructor"]]}) { leaderboard { id } } }
            """;
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) {
              acceptedCount results { receipt { submission { participant { name } leaderboard { name } }
                changes { window { name state } previousRank rank } } } } }
            """;
    private static final String EVERYTHING = """
            { leaderboards { edges { node { name windowDefinition(key: "yearly") { windows { nodes { state
              ranking { entryCount
                standings(first: 1000) { edges { node { rank denseRank position percentile participant { name } } } }
                bottom: standings(order: WORST_FIRST, first: 1000) { nodes { rank participant { name } } } } } } } } } } }
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        server = LaurelServer.start(clock);
        client = server.client();
        client.ask(CREATE).text("data", "createLeaderboard", "leaderboard", "id");
        submit(0, 3);
        // Their scores match the filters of operations, so that no list is empty.
        submit(600, 603);
        // Twice, because a later operation adds windows to a leaderboard, which an earlier one then fills.
        ProjectFiles.operations().forEach((name, document) -> server.run(document));
        ProjectFiles.operations().forEach((name, document) -> server.run(document));
        // The last operation deletes the leaderboard that others submit to, so create it again.
        ProjectFiles.operations().headMap("08").values().forEach(server::run);
        ProjectFiles.operations().tailMap("77").values().forEach(server::run);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void runsListedNumberOfStatementsForEachOperation() {
        Map<String, Integer> expected = ProjectFiles.text(COUNTS)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(row -> row[0], row -> Integer.valueOf(row[1])));
        assertThat(counts("few")).containsExactlyInAnyOrderEntriesOf(expected);
        submit(3, 300);
        assertThat(counts("many")).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void runsSameNumberOfStatementsForBatchesOfAnySize() {
        assertThat(count(() -> submit(10_000, 10_090))).isEqualTo(count(() -> submit(11_000, 11_051)));
        // Small requests share batches.
        assertThat(count(() -> submit(12_000, 12_050))).isEqualTo(count(() -> submit(13_000, 13_002)));
    }

    @Test
    void runsSameNumberOfStatementsForListsOfAnyLength() {
        List<String> few = count(() -> client.ask(EVERYTHING));
        submit(20_000, 20_300);
        // Versions of rows in memory are checked beside the other statements.
        assertThat(count(() -> client.ask(EVERYTHING))).containsExactlyInAnyOrderElementsOf(few);
    }

    /** Statements by operation. Leaderboards that operations create get separate keys. */
    private static Map<String, Integer> counts(String suffix) {
        Map<String, Integer> counts = new TreeMap<>();
        ProjectFiles.operations()
                .forEach((name, document) -> counts.put(
                        name,
                        count(() -> server.run(document, Map.of("key", key(name) + suffix)))
                                .size()));
        return counts;
    }

    /** The operations about seasons share a leaderboard, and so do the others. */
    private static String key(String operation) {
        return operation.startsWith("4") ? "seasons-" : "board-";
    }

    private static List<String> count(Runnable asked) {
        try (var statements = Statements.of(server.bean(Sql.class), StatementCountTest::isOfRequest)) {
            asked.run();
            return statements.take().stream().map(Executed::named).toList();
        }
    }

    /** Background work that a request wakes may be done before its response or after it. */
    private static boolean isOfRequest(Thread thread) {
        return Stream.of("request-", "batcher", "virtual-executor").anyMatch(thread.getName()::startsWith);
    }

    /** Submits scores of drivers in the season 2010, each score twice. */
    private static void submit(int from, int to) {
        List<Map<String, Object>> input = IntStream.range(from, to)
                .<Map<String, Object>>mapToObj(n -> {
                    Map<String, Object> one = new HashMap<>();
                    one.put("leaderboardKey", "drivers");
                    one.put(
                            "participant",
                            Map.of("entityType", "DRIVER", "externalId", n == 0 ? "lewis-hamilton" : "driver-" + n));
                    one.put("score", n / 2);
                    one.put("group", Map.of("constructor", n % 2 == 0 ? "ferrari" : "lotus"));
                    one.put("achievedAt", "2010-11-14T15:00:00Z");
                    return one;
                })
                .toList();
        assertThat(client.ask(SUBMIT, Map.of("input", input)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(input.size());
    }
}
