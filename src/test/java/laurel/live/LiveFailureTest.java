package laurel.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Until;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A failure of one ranking or one subscriber does not affect the others. */
class LiveFailureTest {
    private static final Map<String, Object> ALL_TIME = LiveBoard.current("all-time");

    private static final TickingClock CLOCK = new TickingClock(LiveBoard.NOON);
    private static LaurelServer service;

    private LiveBoard board;
    private final Follower daily = new Follower();
    private final Follower ever = new Follower();

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(LiveBoard.NOON);
        board = new LiveBoard(
                "windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]", CLOCK, clock -> service.inNewApp());
    }

    @AfterEach
    void close() {
        board.close();
    }

    @Test
    void emitsOtherRankingsIfOneCannotBeRead() {
        board.submit("ann", 10);
        follow();
        board.submit("bob", 20);
        String partition = partition("ALL_TIME");
        rename(partition, partition + "_away");
        board.evaluate();
        assertThat(daily.top().upserted()).hasSize(1);
        assertThat(ever.take()).isEmpty();
        rename(partition + "_away", partition);
        board.evaluateLater();
        assertThat(ever.top().upserted()).hasSize(1);
        assertThat(daily.take()).isEmpty();
    }

    @Test
    void emitsOtherRankingsIfOneIsLocked() {
        board.submit("ann", 10);
        follow();
        board.submit("bob", 20);
        Sql sql = board.server.database().sql();
        sql.useTransaction(() -> {
            sql.execute("LOCK TABLE " + partition("ALL_TIME") + " IN ACCESS EXCLUSIVE MODE");
            board.evaluate();
            assertThat(daily.top().upserted()).hasSize(1);
            assertThat(ever.take()).isEmpty();
        });
        board.evaluateLater();
        assertThat(ever.top().upserted()).hasSize(1);
    }

    @Test
    void emitsChangesThatOccurDuringARetry() {
        board.submit("ann", 10);
        follow();
        board.submit("bob", 20);
        String partition = partition("ALL_TIME");
        rename(partition, partition + "_away");
        board.evaluate();
        rename(partition + "_away", partition);
        board.submit("cid", 30);
        // This round removes the mark of the leaderboard, but does not evaluate the failing ranking.
        board.evaluate();
        board.evaluateLater();
        assertThat(ever.top().upserted()).hasSize(2);
        board.evaluate();
        assertThat(ever.take()).isEmpty();
    }

    @Test
    void emitsToOtherSubscribersIfOneFails() {
        var failing = new FailingListener();
        var subscription = board.live
                .source(board.followed(LiveBoard.daily()), new Interest.Top(3), null, true)
                .subscribe(failing);
        follow();
        board.submit("ann", 10);
        failing.fails = true;
        board.evaluate();
        assertThat(daily.top().upserted()).hasSize(1);
        assertThat(ever.top().upserted()).hasSize(1);
        assertThat(failing.follower.end()).isEqualTo(RequestErrorCode.INTERNAL);
        subscription.close();
    }

    @Test
    void doesNotDelayOtherRankingsIfOneIsLocked() {
        board.submit("ann", 10);
        var ticking = new LiveRankings(
                board.server.bean(Evaluation.class),
                board.server.bean(Signals.class),
                board.clock,
                Duration.ofMillis(10));
        try {
            Sql sql = board.server.database().sql();
            sql.useTransaction(() -> {
                sql.execute("LOCK TABLE " + partition("ALL_TIME") + " IN ACCESS EXCLUSIVE MODE");
                long began = System.nanoTime();
                subscribe(ticking, ever, ALL_TIME);
                subscribe(ticking, daily, LiveBoard.daily());
                Until.holds(() -> !daily.take().isEmpty());
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
                assertThat(ever.take()).isEmpty();
            });
            board.clock.advance(LiveRanking.RETRY.multipliedBy(64));
            Until.holds(() -> !ever.take().isEmpty());
        } finally {
            ticking.stop();
        }
    }

    @Test
    void emitsNothingToSubscriberThatLeavesDuringAnUpdate() {
        var leaving = new Follower();
        var first = new LeavingListener();
        var own = board.live
                .source(board.followed(LiveBoard.daily()), new Interest.Top(3), null, true)
                .subscribe(first);
        first.other = board.follow(leaving, new Interest.Top(3), null, LiveBoard.daily());
        var stays = board.follow(daily, new Interest.Top(3), null, LiveBoard.daily());
        board.submit("ann", 10);
        board.evaluate();
        assertThat(first.follower.top().upserted()).hasSize(1);
        assertThat(leaving.take()).isEmpty();
        assertThat(daily.top().upserted()).hasSize(1);
        own.close();
        stays.close();
    }

    private void subscribe(LiveRankings rankings, Follower follower, Map<String, Object> window) {
        var unused = rankings.source(board.followed(window), new Interest.Top(3), null, true)
                .subscribe(follower);
    }

    private void follow() {
        board.follow(daily, new Interest.Top(3), null, LiveBoard.daily());
        board.follow(ever, new Interest.Top(3), null, ALL_TIME);
        board.evaluate();
        daily.take();
        ever.take();
    }

    /** The partition with the entries of windows of this kind. */
    private String partition(String kind) {
        return board.server
                .database()
                .sql()
                .of("""
                        SELECT 'entry_' || (r.id >> 40) FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
                        WHERE r.app_id = :app AND w.kind = :kind""")
                .bind("app", board.server.appId())
                .bind("kind", kind)
                .one(String.class);
    }

    private void rename(String from, String to) {
        board.server.database().sql().execute("ALTER TABLE " + from + " RENAME TO " + to);
    }

    /** A listener that ends the subscription of another when it receives an emission. */
    private static final class LeavingListener implements EventListener {
        final Follower follower = new Follower();
        EventSource.@Nullable Subscription other;

        @Override
        public CompletionStage<?> next(Emission emission) {
            requireNonNull(other).close();
            return follower.next(emission);
        }

        @Override
        public void complete() {
            follower.complete();
        }

        @Override
        public void failed(RequestException reason) {
            follower.failed(reason);
        }
    }

    /** A listener that throws an error when it receives an emission. */
    private static final class FailingListener implements EventListener {
        final Follower follower = new Follower();
        boolean fails;

        @Override
        public CompletionStage<?> next(Emission emission) {
            if (fails) {
                throw new StackOverflowError("of a test");
            }
            return follower.next(emission);
        }

        @Override
        public void complete() {
            follower.complete();
        }

        @Override
        public void failed(RequestException reason) {
            follower.failed(reason);
        }
    }
}
