package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Standings in past windows are looked up in the partitions that may have them, those of the newest windows first. */
class ParticipantStandingsPlanTest {
    private static final int DAYS = 70;
    private static final Pattern ENTRIES_NAMED = Pattern.compile("\\bentry(_\\d+)?\\b");

    private static TickingClock clock;
    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        clock = new TickingClock(Instant.parse("2025-05-01T12:00:00Z"));
        server = LaurelServer.start(clock);
        client = server.client();
        client.ask(
                        "mutation { createLeaderboard(input: {key: \"days\", windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}]}) {"
                                + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        for (int day = 0; day < DAYS; day++) {
            clock.advance(Duration.ofDays(day == 0 ? 0 : 1));
            server.bean(WindowOpener.class).openAhead(clock.instant());
            client.ask("mutation { submitScore(input: {leaderboardKey: \"days\", participant: {externalId: \"ann\"},"
                            + " score: 1}) { receipt { status } } }")
                    .text("data", "submitScore", "receipt", "status");
        }
        server.database().sql().execute("VACUUM ANALYZE");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Windows of a day may start up to two days before a range of time. */
    @Test
    void readsPartitionsOfARange() {
        List<Statements.Executed> statements = statements(
                "first: 100, filter: {windowKinds: [DAILY], startTime: \"2025-06-10T00:00:00Z\","
                        + " endTime: \"2025-06-20T12:00:00Z\"}",
                11);
        Set<String> partitions = new TreeSet<>(tables("BETWEEN 'day-2025-06-08' AND 'day-2025-06-20'"));
        assertThat(partitions).hasSize(13);
        assertThat(statements).hasSize(2);
        for (Plan plan : plans(statements.getFirst())) {
            assertThat(plan.entryTables()).as("%s", plan).isEqualTo(partitions);
            assertThat(plan.sequentialScans()).as("%s", plan).isEmpty();
        }
        for (Plan plan : plans(statements.getLast())) {
            assertThat(plan.entryTables()).as("%s", plan).hasSize(11).isSubsetOf(partitions);
            assertThat(plan.sequentialScans()).as("%s", plan).isEmpty();
        }
    }

    @Test
    void readsPartitionsOfNewestWindowsUntilPageIsFull() {
        List<Statements.Executed> statements = statements("first: 30, filter: {windowKinds: [DAILY]}", 30);
        assertThat(statements).as("some partitions, and the standings").hasSize(2);
        Set<String> read = plans(statements.getFirst()).getFirst().entryTables();
        assertThat(read).hasSize(50).contains(tables("= 'day-2025-07-09'").getFirst());
        assertThat(read).doesNotContain(tables("= 'day-2025-05-10'").getFirst());
        // The page has one more than fits, so it needs the next partitions, too.
        assertThat(statements("first: 60, filter: {windowKinds: [DAILY]}", 60)).hasSize(4);
    }

    @Test
    void readsOnlyPartitionsOfKinds() {
        List<Statements.Executed> statements = statements("first: 100, filter: {windowKinds: [WEEKLY]}", 11);
        assertThat(plans(statements.getFirst()).getFirst().entryTables())
                .isEqualTo(Set.copyOf(tables("LIKE 'month-%'")));
    }

    @Test
    void looksUpOneWindowBeforeThatOfACurrentStanding() {
        Statements.Executed statement = statements("currentStandings { nodes { rank } }", "currentStandings", 1)
                .getFirst();
        for (Plan plan : plans(statement)) {
            assertThat(String.valueOf(previousWindow(plan).get("Index Cond"))).contains("COALESCE(starts_at");
        }
        Map<?, ?> executed = previousWindow(Plan.executed(server.bean(Sql.class), statement));
        assertThat(String.valueOf(executed.get("Actual Rows"))).startsWith("1");
    }

    private static Map<?, ?> previousWindow(Plan plan) {
        List<Map<?, ?>> lookups = plan.nodes().stream()
                .filter(node -> "leaderboard_window_key".equals(node.get("Index Name")))
                .toList();
        assertThat(lookups).as("%s", plan).hasSize(1);
        return lookups.getFirst();
    }

    private static List<String> tables(String condition) {
        return server.database()
                .sql()
                .of("SELECT 'entry_' || id FROM window_slice WHERE name " + condition)
                .list(String.class);
    }

    private static List<Plan> plans(Statements.Executed statement) {
        Sql service = server.bean(Sql.class);
        return Stream.of(Plan.custom(service, statement), Plan.generic(service, statement))
                .toList();
    }

    /** Reads standings, and returns the statements that access entries. */
    private static List<Statements.Executed> statements(String arguments, int size) {
        return statements("standings(" + arguments + ") { nodes { rank } }", "standings", size);
    }

    private static List<Statements.Executed> statements(String field, String name, int size) {
        try (var noted = Statements.of(server.bean(Sql.class))) {
            assertThat(client.ask("{ participant(ref: {external: {externalId: \"ann\"}}) { " + field + " } }")
                            .list("data", "participant", name, "nodes"))
                    .hasSize(size);
            return noted.take().stream()
                    .filter(statement ->
                            ENTRIES_NAMED.matcher(statement.named()).find())
                    .toList();
        }
    }
}
