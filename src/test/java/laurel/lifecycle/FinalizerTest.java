package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.Emptying;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows are closed after their grace period, and their final standings are stored once. */
class FinalizerTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    /** The first instant at which the day of {@link #NOON} accepts no submissions. */
    private static final Instant OVER = Instant.parse("2025-07-14T00:05:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static LifecycleClient client;
    private static Lifecycle lifecycle;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = new LifecycleClient(server);
        lifecycle = server.bean(Lifecycle.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
    }

    private void runAt(Instant now) {
        CLOCK.set(now);
        lifecycle.run(now);
    }

    @Test
    void storesRanksOfWindowFunctions() {
        client.fill("scores");
        runAt(OVER.minusNanos(1_000));
        assertThat(client.states("scores")).containsExactly("2025-07-13 0 0", "2025-07-14 0 0");
        runAt(OVER);
        assertThat(client.states("scores")).containsExactly("2025-07-13 1 1", "2025-07-14 0 0");
        assertThat(client.one("SELECT count(*) FROM final_standing")).isEqualTo(18);
        assertThat(client.one("SELECT max(rank) FROM final_standing")).isEqualTo(8);
        assertThat(client.differences()).isZero();
        assertThat(client.events()).containsExactly("WINDOW_FINALIZED scores 2025-07-13 1");
    }

    @Test
    void keepsFinalStandings() {
        client.fill("scores");
        runAt(OVER);
        List<String> before = server.database()
                .sql()
                .of("SELECT w::text || xmin FROM leaderboard_window AS w ORDER BY id")
                .list(String.class);
        runAt(OVER.plusSeconds(1));
        List<String> after = server.database()
                .sql()
                .of("SELECT w::text || xmin FROM leaderboard_window AS w ORDER BY id")
                .list(String.class);
        assertThat(after).isEqualTo(before);
    }

    @Test
    void keepsWindowClosedIfClockGoesBack() {
        client.create("plain", "windowDefinitions: [{kind: DAILY}]");
        client.submit("plain", "early", 1, NOON);
        runAt(OVER);
        CLOCK.set(NOON);
        assertThat(client.submit("plain", "late", 99, NOON).at("code")).isEqualTo("WINDOWS_CLOSED");
        lifecycle.run(NOON);
        assertThat(client.states("plain")).containsExactly("2025-07-13 1 1", "2025-07-14 0 0");
        assertThat(client.differences()).isZero();
    }

    @Test
    void catchesUpInOrderAfterDowntime() {
        client.create("b", "windowDefinitions: [{kind: DAILY}]");
        client.create("a", "windowDefinitions: [{kind: DAILY}]");
        for (int day = 0; day < 5; day++) {
            server.bean(WindowOpener.class).openAhead(NOON.plus(DAY.multipliedBy(day)));
        }
        lifecycle.run(NOON.plus(DAY.multipliedBy(5)));
        List<String> days = Stream.of("13", "14", "15", "16", "17").toList();
        assertThat(client.events())
                .isEqualTo(days.stream()
                        .flatMap(day -> Stream.of("b", "a")
                                .map(board -> "WINDOW_FINALIZED " + board + " 2025-07-" + day + " 1"))
                        .toList());
    }

    @Test
    void finalizesEachWindowOnceAndInOrderOnSeveralNodes() {
        for (String board : List.of("a", "b", "c")) {
            client.create(board, "windowDefinitions: [{kind: HOURLY}, {kind: DAILY}]");
        }
        for (int hour = 0; hour < 30; hour++) {
            server.bean(WindowOpener.class).openAhead(NOON.plus(Duration.ofHours(hour)));
        }
        Instant now = NOON.plus(DAY.multipliedBy(2));
        try (LaurelServer other = LaurelServer.on(server.database(), CLOCK)) {
            Together.all(4, n -> {
                (n % 2 == 0 ? lifecycle : other.bean(Lifecycle.class)).run(now);
                return n;
            });
        }
        // A node that found a leaderboard locked leaves it to the next run.
        lifecycle.run(now);
        List<String> events = client.events();
        assertThat(events).doesNotHaveDuplicates().hasSize(3 * (31 + 2));
        for (String board : List.of("a", "b", "c")) {
            List<String> hours = events.stream()
                    .filter(event -> event.contains(" " + board + " ") && event.contains("T"))
                    .toList();
            assertThat(hours).hasSize(31).isSorted();
        }
        assertThat(client.one("SELECT count(*) FROM leaderboard_window"
                        + " WHERE finalized_at IS NULL AND finalizes_at < '2025-07-15'"))
                .isZero();
    }

    @Test
    void storesCorrectionsAsNextRevision() {
        client.fill("scores");
        runAt(OVER);
        client.execute("DELETE FROM entry WHERE sort_key = (SELECT min(sort_key) FROM entry)");
        // The group us and everyone, before a revision is stored.
        LifecycleClient.correct(server, "SELECT id FROM ranking WHERE group_values = '{\"region\": \"us\"}'");
        LifecycleClient.correct(server, "SELECT id FROM ranking WHERE group_values = '{}'");
        runAt(OVER.plusSeconds(1));
        assertThat(client.states("scores")).containsExactly("2025-07-13 2 2", "2025-07-14 0 0");
        assertThat(client.one("SELECT count(DISTINCT revision) FROM final_standing"))
                .isEqualTo(2);
        assertThat(client.one("SELECT count(*) FROM ranking WHERE revision = 1"))
                .isEqualTo(1);
        assertThat(client.differences()).isZero();
        assertThat(client.events())
                .containsExactly("WINDOW_FINALIZED scores 2025-07-13 1", "WINDOW_CORRECTED scores 2025-07-13 2");
    }

    @Test
    void closesWindowsBySubmissionsClock() {
        client.create("replay", "clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}, {kind: ALL_TIME}]");
        client.create("never", "clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}]");
        client.submit("replay", "one", 1, Instant.parse("2010-03-14T12:00:00Z"));
        runAt(NOON);
        assertThat(client.states("replay")).containsExactlyInAnyOrder("2010 0 0", "ALL-TIME 0 0");
        client.submit("replay", "two", 1, Instant.parse("2011-01-01T00:05:00Z"));
        runAt(NOON);
        assertThat(client.states("replay")).containsExactlyInAnyOrder("2010 1 1", "2011 0 0", "ALL-TIME 0 0");
        assertThat(client.submit("replay", "late", 1, Instant.parse("2010-12-31T12:00:00Z"))
                        .list("changes"))
                .hasSize(1);
        assertThat(client.events()).isEqualTo(Collections.singletonList("WINDOW_FINALIZED replay 2010 1"));
    }

    @Test
    void closesWindowsOfArchivedLeaderboard() {
        client.fill("scores");
        client.graphQL()
                .ask(
                        "mutation { archiveLeaderboard(input: {leaderboardKey: \"scores\"}) { leaderboard { archivedAt } } }")
                .text("data", "archiveLeaderboard", "leaderboard", "archivedAt");
        runAt(OVER);
        assertThat(client.events())
                .containsExactly("LEADERBOARD_ARCHIVED scores", "WINDOW_FINALIZED scores 2025-07-13 1");
    }

    /** So that a window of ten million entries needs no memory or files for sorting. */
    @Test
    void storesRanksInIndexOrderWithoutSorting() {
        client.fill("scores");
        try (var statements = Statements.of(server.bean(Sql.class))) {
            runAt(OVER);
            Executed storing = statements.take().stream()
                    .filter(statement -> statement.named().startsWith("INSERT INTO final_standing"))
                    .findFirst()
                    .orElseThrow();
            Sql sql = server.bean(Sql.class);
            List<Map<?, ?>> plan = sql.inTransaction(() -> {
                server.bean(FinalizationRepository.class).readInOrder();
                Explained.execute(
                        sql, "PREPARE storing (" + String.join(", ", storing.types()) + ") AS " + storing.numbered());
                return Explained.nodes(Explained.execute(sql, "EXPLAIN (FORMAT JSON) EXECUTE storing (NULL, NULL)"));
            });
            assertThat(plan)
                    .extracting(node -> String.valueOf(node.get("Node Type")))
                    .containsOnlyOnce("WindowAgg")
                    .doesNotContain("Sort", "Incremental Sort", "Seq Scan");
            assertThat(plan)
                    .extracting(node -> String.valueOf(node.get("Index Name")))
                    .anyMatch(index -> index.matches("entry_\\d+_ranking_id_sort_key_.*"));
        }
    }

    @Test
    void runsFiveStatementsIfNothingIsDue() {
        client.fill("scores");
        runAt(OVER);
        try (var statements = Statements.of(server.bean(Sql.class))) {
            lifecycle.run(OVER);
            assertThat(statements.take()).hasSize(5);
        }
    }
}
