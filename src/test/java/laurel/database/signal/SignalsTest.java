package laurel.database.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
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

/** Signals between two nodes. */
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
    private final Queue<Signal> receivedHere = new ConcurrentLinkedQueue<>();
    private final Queue<Signal> receivedThere = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void listen() {
        here.listen(receivedHere::add);
        there.listen(receivedThere::add);
        // Each receiver emits it when it is connected.
        Until.holds(() -> receivedHere.contains(ANYTHING) && receivedThere.contains(ANYTHING));
        receivedHere.clear();
        receivedThere.clear();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        database.close();
    }

    @Test
    void emitsHereAtOnceAndOnOtherNodesOnce() {
        commit(here, leaderboard(1));
        assertThat(receivedHere).containsExactly(leaderboard(1));
        Until.holds(() -> receivedThere.contains(leaderboard(1)));
        commit(there, leaderboard(2));
        Until.holds(() -> receivedHere.contains(leaderboard(2)));
        // A node's own notification would arrive before a later one of another node.
        assertThat(receivedHere).containsExactly(leaderboard(1), leaderboard(2));
        assertThat(receivedThere).containsExactly(leaderboard(1), leaderboard(2));
    }

    @Test
    void emitsNothingAfterRollback() {
        database.sql().useTransaction(() -> {
            here.afterCommit(List.of(leaderboard(1)));
            database.sql().rollback();
        });
        commit(here, leaderboard(2));
        Until.holds(() -> receivedThere.contains(leaderboard(2)));
        assertThat(receivedHere).containsExactly(leaderboard(2));
        assertThat(receivedThere).containsExactly(leaderboard(2));
    }

    @Test
    void combinesSignalsOfTransactionUntilThereAreTooMany() {
        List<Signal> many = IntStream.rangeClosed(1, 500)
                .mapToObj(n -> leaderboard(Integer.MAX_VALUE - n))
                .toList();
        commit(here, many.toArray(Signal[]::new));
        Until.holds(() -> receivedThere.containsAll(many));
        assertThat(receivedThere).hasSameSizeAs(many);
        receivedThere.clear();
        commit(
                here,
                IntStream.rangeClosed(1, 501).mapToObj(SignalsTest::leaderboard).toArray(Signal[]::new));
        Until.holds(() -> receivedThere.contains(ANYTHING));
        assertThat(receivedThere).containsExactly(ANYTHING);
    }

    @Test
    void sendsEveryTopic() {
        List<Signal> all =
                Arrays.stream(Topic.values()).map(topic -> new Signal(topic, 1)).toList();
        assertThat(SignalMessage.of(new SignalMessage("node", all).text()).signals())
                .isEqualTo(all);
    }

    @Test
    void emitsSignalAnythingAfterReconnect() {
        assertThat(one(LISTENING)).isEqualTo(2);
        assertThat(one("SELECT count(*) FROM (" + KILL + ") AS killed")).isEqualTo(2);
        Until.holds(() -> receivedHere.contains(ANYTHING) && receivedThere.contains(ANYTHING));
        receivedThere.clear();
        commit(here, leaderboard(1));
        Until.holds(() -> receivedThere.contains(leaderboard(1)));
        assertThat(receivedThere).containsExactly(leaderboard(1));
    }

    @Test
    void emitsSignalAnythingForInvalidMessage() {
        database.sql().execute("NOTIFY laurel, 'sender L1 Hello'");
        Until.holds(() -> receivedThere.contains(ANYTHING));
        assertThat(receivedThere).containsExactly(ANYTHING);
    }

    @Test
    void connectsOnlyWhileThereAreListeners() {
        try (var unused = TestDatabase.fresh()) {
            Signals signals = new Signals(unused.sql(), unused.dataSource(), unused.login());
            assertThat(count(unused)).isZero();
            var first = signals.listen(receivedHere::add);
            var second = signals.listen(receivedThere::add);
            Until.holds(() -> count(unused) == 1);
            first.close();
            first.close();
            assertThat(count(unused)).isEqualTo(1);
            second.close();
            Until.holds(() -> count(unused) == 0);
            signals.close();
        }
    }

    @Test
    void callsOtherListenersAfterAFailure() {
        here.listen(signal -> {
            throw new IllegalStateException("of a test");
        });
        here.listen(receivedHere::add);
        commit(here, leaderboard(1));
        assertThat(receivedHere).containsExactly(leaderboard(1), leaderboard(1));
    }

    @Test
    void emitsSignalAnythingOnPoll() {
        here.poll();
        assertThat(receivedHere).containsExactly(ANYTHING);
        assertThat(receivedThere).isEmpty();
    }

    @Test
    void doesNotPollListenersThatCheckThemselves() {
        Queue<Signal> received = new ConcurrentLinkedQueue<>();
        here.listenWithoutPolls(received::add);
        here.poll();
        commit(here, leaderboard(1));
        assertThat(received).containsExactly(leaderboard(1));
    }

    @Test
    void pollsPeriodically() {
        var clock = new TickingClock(Instant.parse("2025-07-14T12:00:00Z"));
        try (var node = LaurelServer.on(database, clock, Map.of("laurel.signals.poll-every", "20ms"))) {
            Queue<Signal> received = new ConcurrentLinkedQueue<>();
            node.bean(Signals.class).listen(received::add);
            // The first one follows the connect.
            Until.holds(() -> received.size() >= 3);
            assertThat(received).containsOnly(ANYTHING);
        }
    }

    private static Signal leaderboard(int id) {
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
