package laurel.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Statement;
import laurel.database.TestDatabase;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who follows a board reads its changes by the index, of the days that are there, and sorts no more than it is given. */
class OutboxPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");
    private static final String ROWS = """
            INSERT INTO outbox (sequence, leaderboard_id, at)
            SELECT nextval('outbox_sequence'), 1 + n % 50, :at FROM generate_series(1, 5000) AS n
            """;

    private final TestDatabase database = TestDatabase.fresh();
    private final Jdbi jdbi = database.jdbi();
    private final OutboxRepository outbox = new OutboxRepository();

    @BeforeEach
    void fill() {
        var days = new OutboxDayRepository();
        jdbi.useTransaction(transaction -> {
            for (int day = 0; day < 3; day++) {
                Instant at = NOON.plus(Duration.ofDays(day));
                days.open(transaction, OutboxDay.of(at));
                transaction.createUpdate(ROWS).bind("at", at).execute();
            }
            days.giveUp(transaction, OutboxDay.of(NOON), NOON);
        });
        jdbi.useHandle(session -> days.drop(session, OutboxDay.of(NOON), NOON));
        jdbi.useHandle(session -> session.execute("ANALYZE outbox"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void changesAreReadByTheIndexAsManyAsAreAskedFor() {
        List<Map<?, ?>> nodes =
                executed(statement(handle -> outbox.since(handle, Map.of(1, 9_000L, 2, 9_000L), 10, 10_000)));
        assertThat(tables(nodes)).containsExactlyInAnyOrder("outbox_20250715", "outbox_20250716");
        assertThat(nodes).filteredOn(node -> node.containsKey("Relation Name")).allSatisfy(node -> {
            assertThat(String.valueOf(node.get("Index Cond"))).contains("leaderboard_id = ", "sequence > ");
            assertThat(Double.parseDouble(String.valueOf(node.get("Actual Rows"))))
                    .isLessThanOrEqualTo(10);
        });
    }

    @Test
    void aPositionIsTheLastOfTheIndex() {
        List<Map<?, ?>> nodes = executed(statement(handle -> outbox.positions(handle, List.of(1, 2, 777))));
        assertThat(tables(nodes)).containsExactlyInAnyOrder("outbox_20250715", "outbox_20250716");
        assertThat(nodes).filteredOn(node -> tables(List.of(node)).size() == 1).allSatisfy(node -> {
            assertThat(String.valueOf(node.get("Index Cond"))).contains("leaderboard_id = ");
            assertThat(Double.parseDouble(String.valueOf(node.get("Actual Rows"))))
                    .isLessThanOrEqualTo(1);
        });
    }

    private Statement statement(HandleConsumer<RuntimeException> asks) {
        try (Statements noted = Statements.of(jdbi)) {
            jdbi.useHandle(asks);
            List<Statement> taken = noted.take();
            assertThat(taken).hasSize(1);
            return taken.getFirst();
        }
    }

    /** As a session of the pool executes it, by a plan that knows no values. */
    private List<Map<?, ?>> executed(Statement statement) {
        return jdbi.withHandle(handle -> {
            Query query = handle.createQuery("EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named());
            statement.values().forEach(query::bind);
            return Explained.nodes(query.mapTo(String.class).one());
        });
    }

    private static Set<String> tables(List<Map<?, ?>> nodes) {
        return nodes.stream()
                .flatMap(node -> Stream.ofNullable(node.get("Relation Name")))
                .map(String::valueOf)
                .filter(table -> table.startsWith("outbox_"))
                .collect(Collectors.toSet());
    }
}
