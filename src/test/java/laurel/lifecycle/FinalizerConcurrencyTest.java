package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Emptying;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Final standings have the corrections that are made while they are stored. */
class FinalizerConcurrencyTest {
    /** The first instant at which the day before accepts no submissions. */
    private static final Instant OVER = Instant.parse("2025-07-14T00:05:00Z");

    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static LifecycleClient client;
    private static Lifecycle lifecycle;

    private final AtomicInteger attempts = new AtomicInteger();
    /** Those of the attempts that held the lock. */
    private final AtomicInteger locked = new AtomicInteger();

    private int board;

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
    void fill() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
        client.fill("scores");
        board = client.one("SELECT id FROM leaderboard");
        CLOCK.set(OVER);
        server.bean(Finalizer.class).close(1, board, OVER);
    }

    @AfterEach
    void stopCorrecting() {
        server.bean(Sql.class).watch(StatementWatcher.NONE);
    }

    /** The snapshot is taken, then the correction is committed, then the ranks would be stored. */
    private void correctDuringAttempts(int most) {
        server.bean(Sql.class).watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                if (statement.text().startsWith("INSERT INTO final_standing") && attempts.incrementAndGet() <= most) {
                    correctUnlessLocked();
                }
            }
        });
    }

    /** Every correction is made under the lock of the leaderboard. */
    private void correctUnlessLocked() {
        Sql sql = server.bean(Sql.class);
        sql.useTransaction(() -> {
            if (sql.of("SELECT pg_try_advisory_xact_lock(hashtext('leaderboard'), :board)")
                    .bind("board", board)
                    .one(Boolean.class)) {
                client.execute("DELETE FROM entry WHERE sort_key = (SELECT min(sort_key) FROM entry)");
                LifecycleClient.correct(server, "SELECT id FROM ranking");
            } else {
                locked.incrementAndGet();
            }
        });
    }

    private String state() {
        return client.states("scores").getFirst();
    }

    @Test
    void keepsCorrectionMadeDuringFinalization() {
        correctDuringAttempts(1);
        lifecycle.run(OVER);
        assertThat(state()).isEqualTo("2025-07-13 1 0");
        assertThat(client.one("SELECT count(*) FROM final_standing")).isZero();
        lifecycle.run(OVER);
        assertThat(state()).isEqualTo("2025-07-13 1 1");
        assertThat(client.differences()).isZero();
        assertThat(client.events()).containsExactly("WINDOW_FINALIZED scores 2025-07-13 1");
    }

    @Test
    void finalizesWindowThatIsCorrectedDuringEachAttempt() {
        correctDuringAttempts(Integer.MAX_VALUE);
        for (int run = 0; run < 4; run++) {
            assertThat(state()).isEqualTo("2025-07-13 1 0");
            lifecycle.run(OVER);
        }
        assertThat(attempts).hasValue(4);
        assertThat(state()).isEqualTo("2025-07-13 1 1");
        assertThat(client.differences()).isZero();
        assertThat(client.events()).containsExactly("WINDOW_FINALIZED scores 2025-07-13 1");
    }

    /** Attempts to store corrections of another window do not count for it. */
    @Test
    void storesNextWindowWithoutTheLockAtFirst() {
        lifecycle.run(OVER);
        client.submit("scores", "ann", 5, OVER);
        LifecycleClient.correct(server, "SELECT id FROM ranking");
        correctDuringAttempts(Integer.MAX_VALUE);
        for (int run = 0; run < 3; run++) {
            lifecycle.run(OVER);
        }
        Instant nextOver = OVER.plus(Duration.ofDays(1));
        CLOCK.set(nextOver);
        server.bean(Finalizer.class).close(1, board, nextOver);
        lifecycle.run(nextOver);
        assertThat(attempts).hasValue(4);
        assertThat(locked).hasValue(0);
    }

    @Test
    void storesCorrectionsWithoutTheLock() {
        lifecycle.run(OVER);
        LifecycleClient.correct(server, "SELECT id FROM ranking");
        correctDuringAttempts(4);
        for (int run = 0; run < 4; run++) {
            lifecycle.run(OVER);
            assertThat(state()).isEqualTo("2025-07-13 2 1");
        }
        assertThat(attempts).hasValue(4);
        lifecycle.run(OVER);
        assertThat(state()).isEqualTo("2025-07-13 2 2");
        assertThat(client.differences()).isZero();
    }
}
