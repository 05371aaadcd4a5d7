package laurel.database.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.signal.Signal.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one node commits wakes those who wait on another. */
@Timeout(600)
class SignalsTest {
    private static final Signal ANYTHING = new Signal(Topic.ANYTHING, 0);
    private static final String LISTENING = "SELECT count(*) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND application_name = '" + SignalReceiver.NAME + "'";
    private static final String KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND application_name = '" + SignalReceiver.NAME + "'";

    private final TestDatabase database = TestDatabase.fresh();
    private final Signals here = new Signals(database.sql(), database.dataSource(), database.login());
    private final Signals there = new Signals(database.sql(), database.dataSource(), database.login());
    private final Queue<Signal> heardHere = new ConcurrentLinkedQueue<>();
    private final Queue<Signal> heardThere = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void listen() {
        here.listen(heardHere::add);
        there.listen(heardThere::add);
        // Each says so once it is connected.
        Until.holds(() -> heardHere.contains(ANYTHING) && heardThere.contains(ANYTHING));
        heardHere.clear();
        heardThere.clear();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        database.close();
    }

    @Test
    void aSignalIsGivenHereAtOnceAndThereSoonAndNeverTwice() {
        commit(here, board(1));
        assertThat(heardHere).containsExactly(board(1));
        Until.holds(() -> heardThere.contains(board(1)));
        commit(there, board(2));
        Until.holds(() -> heardHere.contains(board(2)));
        // What comes back from the database comes before what another has sent later.
        assertThat(heardHere).containsExactly(board(1), board(2));
        assertThat(heardThere).containsExactly(board(1), board(2));
    }

    @Test
    void whatIsRolledBackIsNotGiven() {
        database.sql().useTransaction(() -> {
            here.afterCommit(List.of(board(1)));
            database.sql().rollback();
        });
        commit(here, board(2));
        Until.holds(() -> heardThere.contains(board(2)));
        assertThat(heardHere).containsExactly(board(2));
        assertThat(heardThere).containsExactly(board(2));
    }

    @Test
    void manyAreTakenTogetherAndWhereTheyAreTooManyItMayBeAnything() {
        List<Signal> many = IntStream.rangeClosed(1, 500)
                .mapToObj(n -> board(Integer.MAX_VALUE - n))
                .toList();
        commit(here, many.toArray(Signal[]::new));
        Until.holds(() -> heardThere.containsAll(many));
        assertThat(heardThere).hasSameSizeAs(many);
        heardThere.clear();
        commit(here, IntStream.rangeClosed(1, 501).mapToObj(SignalsTest::board).toArray(Signal[]::new));
        Until.holds(() -> heardThere.contains(ANYTHING));
        assertThat(heardThere).containsExactly(ANYTHING);
    }

    @Test
    void whoLosesTheConnectionIsToldThatItMayBeAnythingAndHearsOn() {
        assertThat(one(LISTENING)).isEqualTo(2);
        assertThat(one("SELECT count(*) FROM (" + KILL + ") AS killed")).isEqualTo(2);
        Until.holds(() -> heardHere.contains(ANYTHING) && heardThere.contains(ANYTHING));
        heardThere.clear();
        commit(here, board(1));
        Until.holds(() -> heardThere.contains(board(1)));
        assertThat(heardThere).containsExactly(board(1));
    }

    @Test
    void whatCannotBeReadMayBeAnything() {
        database.sql().execute("NOTIFY laurel, 'somebody L1 Hello'");
        Until.holds(() -> heardThere.contains(ANYTHING));
        assertThat(heardThere).containsExactly(ANYTHING);
    }

    @Test
    void whoDoesNotListenIsNotConnected() {
        try (var nobody = TestDatabase.fresh()) {
            Signals signals = new Signals(nobody.sql(), nobody.dataSource(), nobody.login());
            assertThat(count(nobody)).isZero();
            var first = signals.listen(heardHere::add);
            var second = signals.listen(heardThere::add);
            Until.holds(() -> count(nobody) == 1);
            first.close();
            first.close();
            assertThat(count(nobody)).isEqualTo(1);
            second.close();
            Until.holds(() -> count(nobody) == 0);
            signals.close();
        }
    }

    @Test
    void oneWhoFailsKeepsNobodyFromHearing() {
        here.listen(signal -> {
            throw new IllegalStateException("of a test");
        });
        here.listen(heardHere::add);
        commit(here, board(1));
        assertThat(heardHere).containsExactly(board(1), board(1));
    }

    @Test
    void whoListensIsToldToLookAnyway() {
        here.poll();
        assertThat(heardHere).containsExactly(ANYTHING);
        assertThat(heardThere).isEmpty();
    }

    @Test
    void aNodeHasThoseWhoListenLookEverySoOften() {
        var clock = new TickingClock(Instant.parse("2025-07-14T12:00:00Z"));
        try (var node = LaurelServer.on(database, clock, Map.of("laurel.signals.poll-every", "20ms"))) {
            Queue<Signal> heard = new ConcurrentLinkedQueue<>();
            node.bean(Signals.class).listen(heard::add);
            // One of them it is told because it has connected.
            Until.holds(() -> heard.size() >= 3);
            assertThat(heard).containsOnly(ANYTHING);
        }
    }

    private static Signal board(int id) {
        return new Signal(Topic.LEADERBOARD, id);
    }

    private void commit(Signals node, Signal... signals) {
        database.sql().useTransaction(() -> node.afterCommit(List.of(signals)));
    }

    private long one(String sql) {
        return database.sql().of(sql).one(Long.class);
    }

    private static long count(TestDatabase database) {
        return database.sql().of(LISTENING).one(Long.class);
    }
}
