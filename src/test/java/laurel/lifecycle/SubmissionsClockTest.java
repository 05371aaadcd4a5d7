package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.Until;
import laurel.database.signal.Signals;
import org.junit.jupiter.api.Test;

/** Windows of the clock SUBMISSIONS are closed soon after the submission that moves the clock past their grace period. */
class SubmissionsClockTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));

    @Test
    void closesWindowAfterSubmissionThatChangesNoEntry() {
        var settings = Map.<String, Object>of(
                "laurel.background", true, "laurel.lifecycle.every", "20ms", "laurel.lifecycle.check-every", "1h");
        try (LaurelServer server = LaurelServer.start(CLOCK, settings)) {
            var client = new LifecycleClient(server);
            client.create("replay", "clock: SUBMISSIONS, updateMode: MAX, windowDefinitions: [{kind: DAILY}]");
            client.submit("replay", "ann", 5, Instant.parse("2010-01-01T12:00:00Z"));
            client.submit("replay", "ann", 9, Instant.parse("2010-01-02T00:04:00Z"));
            assertThat(client.states("replay")).containsExactly("2010-01-01 0 0", "2010-01-02 0 0");
            var signalled = new LeaderboardSignals();
            try (var listening = server.bean(Signals.class).listen(signalled::add)) {
                assertThat(listening).isNotNull();
                client.create("later", "windowDefinitions: [{kind: DAILY}]");
                takeUntil(signalled, client.one("SELECT id FROM leaderboard WHERE key = 'later'"));
                client.submit("replay", "ann", 1, Instant.parse("2010-01-02T00:06:00Z"));
                takeUntil(signalled, client.one("SELECT id FROM leaderboard WHERE key = 'replay'"));
            }
            Until.holds(() -> client.states("replay").equals(List.of("2010-01-01 1 1", "2010-01-02 0 0")));
        }
    }

    /** Waits for the signal of this leaderboard. */
    private static void takeUntil(LeaderboardSignals signalled, int board) {
        Until.holds(() -> signalled.take().orElse(Scope.NONE).leaderboardIds().contains(board));
    }
}
