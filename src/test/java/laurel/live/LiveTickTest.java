package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import laurel.database.Until;
import laurel.database.signal.Signals;
import laurel.request.Emission;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clock of the service, not a test, triggers the evaluation of followed rankings. */
class LiveTickTest {
    private final LiveBoard board = new LiveBoard("windowDefinitions: [{kind: DAILY}]");
    private final List<Emission> received = new ArrayList<>();
    private final Follower follower = new Follower();
    private LiveRankings ticking;

    @BeforeEach
    void start() {
        ticking = new LiveRankings(
                board.server.bean(Evaluation.class),
                board.server.bean(Signals.class),
                board.clock,
                Duration.ofMillis(10));
    }

    @AfterEach
    void close() {
        ticking.stop();
        board.close();
    }

    private RankingEvents.TopStandingsEvent next() {
        Until.holds(() -> {
            received.addAll(follower.take());
            return !received.isEmpty();
        });
        return (RankingEvents.TopStandingsEvent) received.removeFirst().value();
    }

    @Test
    void emitsSubmissionsAndEndsOfWindowsWithoutCalls() {
        var followed = board.followed(LiveBoard.daily());
        var unused = ticking.source(followed, new Interest.Top(3), null, true).subscribe(follower);
        assertThat(next().baseCursor()).isNull();
        board.submit("ann", 10);
        assertThat(next().upserted()).hasSize(1);
        board.server.bean(WindowOpener.class).openAhead(board.clock.instant());
        board.clock.advance(Duration.ofDays(1));
        RankingEvents.TopStandingsEvent tomorrow = next();
        assertThat(tomorrow.baseCursor()).isNull();
        assertThat(tomorrow.state().windowId()).isNotZero();
    }
}
