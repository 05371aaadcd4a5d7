package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subscribers move from window to window. Their subscription completes when there is nothing to follow any more. */
class LiveWindowsTest {
    private static final Map<String, Object> NAMED = LiveBoard.named("2025-07-13");

    private final LiveBoard board = new LiveBoard("windowDefinitions: [{kind: DAILY, retainCount: 1}]");
    private final Follower follower = new Follower();

    @AfterEach
    void close() {
        board.close();
    }

    private void advanceToTomorrow() {
        board.clock.advance(Duration.ofDays(1));
        board.server.bean(WindowOpener.class).openAhead(board.clock.instant());
    }

    private EventSource.Subscription named() {
        return board.follow(follower, new Interest.Top(5), null, NAMED);
    }

    @Test
    void emitsSnapshotOfNextWindowWhenWindowEnds() {
        board.submit("ann", 10);
        board.top(follower, 5);
        board.evaluate();
        RankingEvents.TopStandingsEvent today = follower.top();
        advanceToTomorrow();
        board.evaluate();
        RankingEvents.TopStandingsEvent tomorrow = follower.top();
        assertThat(tomorrow.baseCursor()).isNull();
        assertThat(tomorrow.upserted()).isEmpty();
        assertThat(tomorrow.state().windowId())
                .isNotZero()
                .isNotEqualTo(today.state().windowId());

        board.submit("bob", 5);
        board.evaluate();
        assertThat(follower.top().upserted()).hasSize(1);
    }

    @Test
    void emitsSnapshotWhenResumingInAnotherWindow() {
        board.submit("ann", 10);
        EventSource.Subscription subscription = board.top(follower, 5);
        board.evaluate();
        String cursor = follower.top().cursor();
        subscription.close();
        advanceToTomorrow();
        board.follow(follower, new Interest.Top(5), cursor, LiveBoard.daily());
        board.evaluate();
        assertThat(follower.top().baseCursor()).isNull();
    }

    private static Interest around(String participant, int neighbours) {
        return new Interest.Around(
                LiveBoard.ranks(participant).participants().getFirst(), neighbours, neighbours, false);
    }

    @Test
    void emitsNeighboursOfNextWindowUntilLeaderboardIsDeleted() {
        board.submit("ann", 10);
        board.follow(follower, around("ann", 2), null, LiveBoard.daily());
        board.evaluate();
        assertThat(follower.around().standings()).hasSize(1);
        advanceToTomorrow();
        board.evaluate();
        AroundEvent tomorrow = follower.around();
        assertThat(tomorrow.baseCursor()).isNull();
        assertThat(tomorrow.standings()).isEmpty();
        board.submit("ann", 5);
        board.evaluate();
        assertThat(follower.around().upserted()).hasSize(1);
        board.client.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\"}) { errors { code } } }");
        board.markAll();
        board.evaluate();
        assertThat(follower.end()).isEqualTo("complete");
    }

    @Test
    void completesWhenNamedWindowExpires() {
        board.submit("ann", 10);
        named();
        board.evaluate();
        assertThat(follower.top().upserted()).hasSize(1);
        advanceToTomorrow();
        board.evaluate();
        assertThat(follower.take()).isEmpty();
        assertThat(follower.end()).isNull();

        board.clock.advance(Duration.ofDays(3));
        board.server.bean(Lifecycle.class).run(board.clock.instant());
        board.server.bean(Housekeeping.class).run(board.clock.instant());
        board.markAll();
        board.evaluate();
        assertThat(follower.end()).isEqualTo("complete");
    }

    /** Two days ago, which expires with the next run of the lifecycle. */
    private static final Map<String, Object> EXPIRING =
            Map.of("window", Map.of("relative", Map.of("definitionKey", "daily", "offset", 2)));

    private void expireWindows() {
        board.server.bean(Lifecycle.class).run(board.clock.instant());
        board.server.bean(Housekeeping.class).run(board.clock.instant());
        board.markAll();
        board.evaluate();
    }

    @Test
    void removesStandingsWhenRelativeWindowExpires() {
        board.submit("ann", 10);
        advanceToTomorrow();
        advanceToTomorrow();
        board.follow(follower, new Interest.Top(5), null, EXPIRING);
        board.evaluate();
        long ann = follower.top().upserted().getFirst().participantId();
        expireWindows();
        RankingEvents.TopStandingsEvent expired = follower.top();
        assertThat(expired.removed()).containsExactly(ann);
        assertThat(expired.standings()).isEmpty();
        assertThat(follower.end()).isNull();
    }

    @Test
    void emitsSnapshotWhenResumingAfterRelativeWindowExpired() {
        board.submit("ann", 10);
        advanceToTomorrow();
        advanceToTomorrow();
        EventSource.Subscription subscription = board.follow(follower, new Interest.Top(5), null, EXPIRING);
        board.evaluate();
        String cursor = follower.top().cursor();
        subscription.close();
        expireWindows();
        board.follow(follower, new Interest.Top(5), cursor, EXPIRING);
        board.evaluate();
        RankingEvents.TopStandingsEvent resumed = follower.top();
        assertThat(resumed.baseCursor()).isNull();
        assertThat(resumed.standings()).isEmpty();
    }

    @Test
    void emitsNamedWindowOnceItExists() {
        board.follow(follower, new Interest.Top(5), null, LiveBoard.named("2025-07-17"));
        board.evaluate();
        assertThat(follower.top().state().windowId()).isZero();
        board.clock.advance(Duration.ofDays(4));
        board.submit("ann", 10);
        board.evaluate();
        assertThat(follower.top().baseCursor()).isNull();
    }

    @Test
    void completesWhenLeaderboardIsDeleted() {
        board.top(follower, 5);
        board.evaluate();
        board.client.ask(
                "mutation { deleteLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1}) { errors { code } } }");
        board.markAll();
        board.evaluate();
        assertThat(follower.end()).isEqualTo("complete");
    }

    @Test
    void rejectsCursorOfAnotherSubscription() {
        board.submit("ann", 10);
        board.top(follower, 5);
        board.evaluate();
        String cursor = follower.top().cursor();
        assertThatThrownBy(() -> board.follow(follower, new Interest.Top(6), cursor, LiveBoard.daily()))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(RequestErrorCode.INVALID_CURSOR));
    }

    @Test
    void readsAllFollowedRankingsOfAPartitionWithConstantStatements() {
        board.submit("ann", 10);
        board.submit("bob", 9);
        board.ranks(follower, "ann");
        board.top(follower, 1);
        board.evaluate();
        board.submit("bob", 20);
        List<String> few = statements();
        for (int n = 2; n < 40; n++) {
            board.top(follower, n);
            board.ranks(follower, "ann", "bob", "cid" + n);
            board.follow(follower, new Interest.Top(n), null, NAMED);
            board.follow(follower, around("ann", n), null, LiveBoard.daily());
        }
        board.submit("ann", 30);
        assertThat(statements()).hasSizeLessThanOrEqualTo(few.size() + 5);
        board.submit("bob", 31);
        assertThat(statements()).hasSizeLessThanOrEqualTo(few.size() + 5);
        // Every 2 s all rankings are marked, in case signals were lost; a round between two of these reads nothing.
        Until.holds(() -> statements().isEmpty());
    }

    @Test
    void readsWindowsSelectedByIdInOneStatement() {
        try (var grouped = new LiveBoard("groupings: [[\"campus\"]], windowDefinitions: [{kind: DAILY}]")) {
            grouped.submit("ann", 10, "{campus: \"0\"}");
            String window = grouped.client
                    .ask("{ leaderboard(key: \"board\") { window { id } } }")
                    .text("data", "leaderboard", "window", "id");
            for (int n = 0; n < 20; n++) {
                grouped.submit("of" + n, 10, "{campus: \"" + n + "\"}");
                Map<String, Object> ranking =
                        Map.of("window", Map.of("id", window), "group", Map.of("campus", Integer.toString(n)));
                grouped.follow(follower, new Interest.Top(5), null, ranking);
            }
            try (var statements = Statements.of(grouped.server.bean(Sql.class))) {
                grouped.evaluate();
                assertThat(statements.take()).hasSizeLessThan(20);
            }
        }
    }

    private List<String> statements() {
        try (var statements = Statements.of(board.server.bean(Sql.class))) {
            board.evaluate();
            return statements.take().stream().map(Executed::named).toList();
        }
    }

    @Test
    void readsNothingWithoutSubscribers() {
        EventSource.Subscription subscription = board.top(follower, 5);
        board.evaluate();
        assertThat(Objects.requireNonNull(follower.top()).baseCursor()).isNull();
        subscription.close();
        board.submit("ann", 10);
        assertThat(statements()).isEmpty();
    }
}
