package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.function.Function;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Followed rankings of a service whose database loses the last commits: sequences are used again. */
@Timeout(300)
class LiveRestoreTest {
    private final Follower follower = new Follower();

    @Test
    void emitsSnapshotAfterTheRestore() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var board = new LiveBoard("windowDefinitions: [{kind: DAILY}]", on(postgres))) {
            board.submit("ann", 10);
            board.top(follower, 5);
            try (var backup = postgres.backup()) {
                board.server.awaitDatabase();
                board.submit("bob", 5);
                assertThat(evaluated(board).upserted()).hasSize(2);
                backup.restore();
            }
            board.server.awaitDatabase();
            board.submit("cid", 7);
            RankingEvents.TopStandingsEvent after = evaluated(board);
            assertThat(after.baseCursor()).isNull();
            assertThat(after.upserted())
                    .extracting(standing -> standing.key().idKey())
                    .containsExactly("ACCOUNT\u0001ann", "ACCOUNT\u0001cid");
        }
    }

    private static Function<Clock, LaurelServer> on(CrashingPostgres postgres) {
        return clock -> LaurelServer.on(postgres.url(), clock);
    }

    private RankingEvents.TopStandingsEvent evaluated(LiveBoard board) {
        board.markAll();
        board.evaluateLater();
        return follower.top();
    }
}
