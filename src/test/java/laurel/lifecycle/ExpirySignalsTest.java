package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.Statements;
import laurel.database.Until;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;

/** Windows expire in leaderboards that signals name: of others, none is counted. */
class ExpirySignalsTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    @Test
    void expiresWindowsAfterSignalOfFinalWindow() {
        try (LaurelServer server = LaurelServer.start(CLOCK)) {
            var client = new LifecycleClient(server);
            client.create("days", "windowDefinitions: [{kind: DAILY, retainCount: 1}]");
            finalize(server, "2025-07-14T00:05:00Z");
            var signalled = new LeaderboardSignals();
            try (var listening = server.bean(Signals.class).listen(signalled::add)) {
                assertThat(listening).isNotNull();
                client.create("marker", "windowDefinitions: [{kind: DAILY}]");
                takeUntil(signalled, client.one("SELECT id FROM leaderboard WHERE key = 'marker'"));
                server.openAhead(Instant.parse("2025-07-14T12:00:00Z"));
                finalize(server, "2025-07-15T00:05:00Z");
                int days = client.one("SELECT id FROM leaderboard WHERE key = 'days'");
                takeUntil(signalled, days);
                assertThat(countings(server, Scope.NONE)).isEmpty();
                assertThat(client.states("days")).doesNotContain("2025-07-13 1 1 expired");
                assertThat(countings(server, new Scope(false, Set.of(days)))).hasSize(1);
                assertThat(client.states("days")).contains("2025-07-13 1 1 expired", "2025-07-14 1 1");
            }
        }
    }

    private static void finalize(LaurelServer server, String at) {
        CLOCK.set(Instant.parse(at));
        server.bean(Lifecycle.class).run(CLOCK.instant());
    }

    /** Waits for the signal of this leaderboard. */
    private static void takeUntil(LeaderboardSignals signalled, int board) {
        Until.holds(() -> signalled.take().orElse(Scope.NONE).leaderboardIds().contains(board));
    }

    /** Statements that count final windows. */
    private static List<String> countings(LaurelServer server, Scope scope) {
        try (Statements statements = Statements.of(server.bean(Sql.class))) {
            server.bean(Housekeeping.class).run(CLOCK.instant(), scope);
            return statements.take().stream()
                    .map(Statements.Executed::named)
                    .filter(statement -> statement.contains("AS windows FROM leaderboard_window"))
                    .toList();
        }
    }
}
