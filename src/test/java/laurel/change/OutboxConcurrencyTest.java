package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.TestDatabase;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A consumer that reads from its last position sees every change of a leaderboard once, while several nodes submit. */
@Timeout(600)
class OutboxConcurrencyTest {
    private static final int BOARDS = 3;
    private static final int SUBMITTERS = 8;
    private static final int EACH = 15;
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");

    private final TestDatabase database = TestDatabase.fresh();
    private final List<LaurelServer> nodes = new ArrayList<>();

    @BeforeEach
    void start() {
        nodes.add(LaurelServer.on(database, new TickingClock(NOON)));
        nodes.add(LaurelServer.on(database, new TickingClock(NOON)));
        for (int board = 1; board <= BOARDS; board++) {
            nodes.getFirst()
                    .client()
                    .ask("mutation { createLeaderboard(input: {key: \"board-" + board
                            + "\", updateMode: INCREMENT}) { leaderboard { id } } }");
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(LaurelServer::close);
        database.close();
    }

    @Test
    void readsEachChangeOnceInOrderOfSequence() {
        Sql sql = nodes.getLast().bean(Sql.class);
        Outbox outbox = nodes.getLast().bean(Outbox.class);
        AtomicInteger submitting = new AtomicInteger(SUBMITTERS);
        Map<Integer, List<Long>> read = new HashMap<>();
        Together.all(SUBMITTERS + 1, task -> {
            if (task == SUBMITTERS) {
                boolean last;
                do {
                    last = submitting.get() == 0;
                    sql.useConnected(() -> outbox.since(reached(read), 7, 10_000)
                            .forEach(change -> read.computeIfAbsent(change.leaderboardId(), board -> new ArrayList<>())
                                    .add(change.sequence())));
                } while (!last || hasMore(read, sql, outbox));
            } else {
                submit(nodes.get(task % 2).client(), task);
                submitting.decrementAndGet();
            }
            return task;
        });
        assertThat(read).isEqualTo(written(sql)).hasSize(BOARDS);
    }

    private static boolean hasMore(Map<Integer, List<Long>> read, Sql sql, Outbox outbox) {
        return !sql.connected(() -> outbox.since(reached(read), 1, 10_000)).isEmpty();
    }

    private static Map<Integer, Long> reached(Map<Integer, List<Long>> read) {
        return IntStream.rangeClosed(1, BOARDS)
                .boxed()
                .collect(Collectors.toMap(
                        board -> board,
                        board -> read.containsKey(board) ? read.get(board).getLast() : 0L));
    }

    /** Submits to all leaderboards in one batch, or to one leaderboard, so that transactions have leaderboards in common. */
    private static void submit(GraphQLClient client, int task) {
        for (int n = 0; n < EACH; n++) {
            int number = n;
            String inputs = IntStream.rangeClosed(1, n % 3 == 0 ? BOARDS : 1)
                    .mapToObj(k -> "{leaderboardKey: \"board-" + (1 + (number + k) % BOARDS)
                            + "\", participant: {externalId: \"participant-" + task + "\"}, score: \"1\"}")
                    .collect(Collectors.joining(","));
            client.ask("mutation { submitScores(input: {items: [" + inputs + "]}) { acceptedCount errors { code } } }")
                    .text("data", "submitScores", "acceptedCount");
        }
    }

    @Introspected
    record Written(int leaderboardId, long sequence) {}

    private static Map<Integer, List<Long>> written(Sql sql) {
        Map<Integer, List<Long>> written = new HashMap<>();
        sql.of("SELECT leaderboard_id, sequence FROM change_outbox ORDER BY sequence")
                .each(Written.class, row -> written.computeIfAbsent(row.leaderboardId, board -> new ArrayList<>())
                        .add(row.sequence));
        return written;
    }
}
