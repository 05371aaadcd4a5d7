package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A consumer reads the changes of a leaderboard by the index, from partitions that exist, and no more than the limit. */
class OutboxPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");
    private static final String ROWS = """
            INSERT INTO change_outbox (sequence, leaderboard_id, at)
            SELECT nextval('change_outbox_sequence'), 1 + n % 50, :at FROM generate_series(1, 5000) AS n
            """;

    /** A leaderboard with changes of 4,000 entries each. */
    private static final int MOVING = 60;

    private static final String MANY_MOVES = """
            INSERT INTO change_outbox (sequence, leaderboard_id, at, rankings, participants,
                                       before_sort_keys, before_subscore_keys, before_tie_keys,
                                       after_sort_keys, after_subscore_keys, after_tie_keys)
            SELECT nextval('change_outbox_sequence'), 60, :at, ones, ones, ones, ones, ones, ones, ones, ones
            FROM generate_series(1, 100), (SELECT array_agg(1::bigint) AS ones FROM generate_series(1, 4000)) AS m
            """;

    private static LaurelServer server;
    private static Sql sql;
    private static OutboxRepository outbox;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        outbox = server.bean(OutboxRepository.class);
        fill(server.bean(OutboxDayRepository.class));
    }

    private static void fill(OutboxDayRepository days) {
        sql.useTransaction(() -> {
            for (int day = 0; day < 3; day++) {
                Instant at = NOON.plus(Duration.ofDays(day));
                days.open(OutboxDay.of(at));
                sql.of(ROWS).bind("at", at).execute();
            }
        });
        Instant over = NOON.plus(Duration.ofDays(2));
        server.bean(OutboxDropper.class).drop(over);
        server.bean(OutboxDropper.class).drop(over.plusSeconds(60));
        sql.execute("ANALYZE change_outbox");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void readsChangesByIndexUpToTheLimit() {
        List<Map<?, ?>> nodes = executed(statement(() -> outbox.since(Map.of(1, 9_000L, 2, 9_000L), 10, 10_000)));
        assertThat(tables(nodes)).containsExactlyInAnyOrder("change_outbox_20250715", "change_outbox_20250716");
        assertThat(nodes)
                .filteredOn(node -> "participant".equals(node.get("Relation Name")))
                .allSatisfy(node -> assertThat(node.get("Index Name")).isEqualTo("participant_pkey"));
        assertThat(nodes).filteredOn(node -> !tables(List.of(node)).isEmpty()).allSatisfy(node -> {
            assertThat(String.valueOf(node.get("Index Cond"))).contains("leaderboard_id = ", "sequence > ");
            assertThat(Double.parseDouble(String.valueOf(node.get("Actual Rows"))))
                    .isLessThanOrEqualTo(10);
        });
    }

    @Test
    void readsPositionAsLastRowOfIndex() {
        List<Map<?, ?>> nodes = executed(statement(() -> outbox.positions(List.of(1, 2, 777))));
        assertThat(tables(nodes)).containsExactlyInAnyOrder("change_outbox_20250715", "change_outbox_20250716");
        assertThat(nodes).filteredOn(node -> tables(List.of(node)).size() == 1).allSatisfy(node -> {
            assertThat(String.valueOf(node.get("Index Cond"))).contains("leaderboard_id = ");
            assertThat(Double.parseDouble(String.valueOf(node.get("Actual Rows"))))
                    .isLessThanOrEqualTo(1);
        });
    }

    @Test
    void readsLastMovesOnlyIfOtherRankingsHaveMany() {
        Instant at = NOON.plus(Duration.ofDays(2));
        sql.useTransaction(() -> sql.of(MANY_MOVES).bind("at", at).execute());
        EntryMoves moves = server.bean(EntryMoves.class);
        Map<Integer, Long> after = Map.of(MOVING, 9_000L);
        List<Map<?, ?>> nodes = executed(statement(() -> moves.since(after, List.of(2L))));
        assertThat(nodes.stream()
                        .filter(node -> "Function Scan".equals(node.get("Node Type")) && "u".equals(node.get("Alias")))
                        .mapToDouble(node -> (number(node, "Actual Rows") + number(node, "Rows Removed by Filter"))
                                * number(node, "Actual Loops"))
                        .sum())
                .isPositive()
                .isLessThanOrEqualTo(EntryMoves.MAX_SCANNED);
        List<Change> changes =
                sql.inTransaction(() -> moves.since(after, List.of(2L))).getOrDefault(MOVING, List.of());
        assertThat(changes).hasSize(26).isSortedAccordingTo(Comparator.comparing(Change::sequence));
        assertThat(changes.getFirst().moves()).isNull();
        assertThat(changes.subList(1, 26)).extracting(Change::moves).containsOnly(List.of());
    }

    private static double number(Map<?, ?> node, String property) {
        return Double.parseDouble(String.valueOf(node.get(property)));
    }

    private Executed statement(Runnable read) {
        try (Statements statements = Statements.of(sql)) {
            sql.useConnected(read);
            List<Executed> taken = statements.take();
            assertThat(taken).hasSize(1);
            return taken.getFirst();
        }
    }

    /** Nodes of the generic plan, as sessions of the pool execute it. */
    private List<Map<?, ?>> executed(Executed statement) {
        return Explained.nodes(statement
                .again(sql, "EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named())
                .one(String.class));
    }

    private static Set<String> tables(List<Map<?, ?>> nodes) {
        return nodes.stream()
                .flatMap(node -> Stream.ofNullable(node.get("Relation Name")))
                .map(String::valueOf)
                .filter(table -> table.startsWith("change_outbox_"))
                .collect(Collectors.toSet());
    }
}
